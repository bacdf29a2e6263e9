"""An empty package under the name of `av`, which raiden demands and which cannot be built without ffmpeg."""
from setuptools import setup

setup(name="av", version="8.0.3", py_modules=[])
