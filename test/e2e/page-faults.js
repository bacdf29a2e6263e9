// What makes a page sound, looked at from inside: run in the browser, its value is what is wrong with the page.
(() => {
  function tooWide() {
    const width = document.documentElement.clientWidth;
    const elements = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect();
      // What is moved out to the left is there for screen readers only.
      return own > 0 && right > width + 0.5 && left > -1000;
    });
    const scrolls =
      (document.scrollingElement?.scrollWidth ?? 0) > width ? ['the page scrolls sideways'] : [];
    return [
      ...scrolls,
      ...elements.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
    ];
  }

  function overlappingTexts() {
    const found = [];
    for (const svg of document.querySelectorAll('svg')) {
      const boxes = [...svg.querySelectorAll('text')]
        .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      boxes.forEach((a, index) => {
        for (const b of boxes.slice(index + 1))
          if (
            a.box.left < b.box.right - 0.5 &&
            b.box.left < a.box.right - 0.5 &&
            a.box.top < b.box.bottom - 2 &&
            b.box.top < a.box.bottom - 2
          )
            found.push(`${a.text} over ${b.text}`);
      });
    }
    return found;
  }

  function emptyCharts() {
    return [...document.querySelectorAll('svg[role]')]
      .filter(
        (chart) =>
          chart.querySelectorAll('.mark, .channel').length === 0 || chart.getBoundingClientRect().width < 100,
      )
      .map((chart) => chart.querySelector('title')?.textContent ?? 'an untitled chart');
  }

  // WCAG asks for a contrast of 4.5 for text of this size.
  function paleTexts() {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminances = new Map();
    const luminance = (color) => {
      if (!luminances.has(color)) luminances.set(color, measured(color));
      return luminances.get(color);
    };
    const measured = (color) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = (element) => {
      if (!element) return 'white';
      const color = getComputedStyle(element).backgroundColor;
      return color === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : color;
    };
    const pale = new Set();
    const texts = 'h1, h2, h3, p, td, th, dt, dd, a, caption, summary, text, .badge, .sub';
    for (const element of document.querySelectorAll(texts)) {
      const style = getComputedStyle(element);
      const [a, b] = [
        luminance(element.tagName === 'text' ? style.fill : style.color),
        luminance(groundOf(element)),
      ];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5)
        pale.add(`${element.tagName}.${element.getAttribute('class')}: ${contrast.toFixed(2)}`);
    }
    return [...pale];
  }

  return {
    tooWide: tooWide(),
    overlappingTexts: overlappingTexts(),
    emptyCharts: emptyCharts(),
    paleTexts: paleTexts(),
  };
})();
