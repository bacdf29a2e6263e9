"""Starts real Raiden nodes with all they need on this machine, writes the node list, and stops them on Ctrl-C."""
import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import requests
from deploy import deploy
from eth_keyfile import create_keyfile_json
from raiden_contracts.utils.signature import private_key_to_address
from web3 import Web3

HERE = Path(__file__).resolve().parent
CHAIN_ID = 4321
PASSWORD = "password"
LONGEST_START_SECONDS = 120
LONGEST_STOP_SECONDS = 20
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Processes:
    """Programs that run until they are stopped, each with a log."""

    def __init__(self, folder):
        self.folder = folder
        self.running = {}

    def start(self, name, command):
        log = open(self.folder / f"{name}.log", "wb")
        self.running[name] = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches this program only.
            start_new_session=True,
        )

    def check(self):
        for name, process in self.running.items():
            if process.poll() is not None:
                sys.exit(f"{name} has ended: see {self.folder / name}.log")

    def wait_until(self, is_ready):
        deadline = time.monotonic() + LONGEST_START_SECONDS
        while not is_ready():
            self.check()
            if time.monotonic() > deadline:
                sys.exit(f"Not ready after {LONGEST_START_SECONDS} s: see the logs in {self.folder}")
            time.sleep(0.1)

    def stop(self):
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            try:
                process.wait(LONGEST_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def is_node_ready(url):
    try:
        return requests.get(f"{url}/api/v1/status", timeout=5).json() == {"status": "ready"}
    except requests.RequestException:
        return False


def anvil():
    packaged = [*HERE.glob("node_modules/@foundry-rs/anvil-*/bin/anvil"), shutil.which("anvil")]
    if packaged[0] is None:
        sys.exit("No anvil here: npm install --prefix . --ignore-scripts @foundry-rs/anvil-linux-amd64@1.7.1")
    return packaged[0]


def write_keystore(folder, key):
    folder.mkdir(parents=True)
    keyfile = create_keyfile_json(key, PASSWORD.encode(), kdf="pbkdf2", iterations=2)
    (folder / "keyfile").write_text(json.dumps(keyfile))


def node_command(folder, address, url, hub_url, addresses):
    values = {
        "datadir": folder / "data",
        "keystore-path": folder / "keystore",
        "password-file": folder.parent / "password",
        "address": address,
        "network-id": CHAIN_ID,
        "environment-type": "development",
        "eth-rpc-endpoint": hub_url,
        "matrix-server": hub_url,
        "pathfinding-service-address": hub_url,
        "user-deposit-contract-address": addresses["user_deposit"],
        "api-address": url.removeprefix("http://"),
        "blockchain-query-interval": 0.2,
        "log-config": ":error",
    }
    flags = ["--no-sync-check", "--accept-disclaimer", "--disable-debug-logfile", "--no-web-ui"]
    pairs = [part for name, value in values.items() for part in (f"--{name}", value)]
    return [sys.executable, HERE / "node.py", *pairs, *flags]


def arguments():
    parser = argparse.ArgumentParser(
        allow_abbrev=False,
        description=__doc__,
        epilog="Any other option goes to every node; TOKEN in it is the token's address, as in --flat-fee TOKEN 100.",
    )
    parser.add_argument("--nodes", type=int, default=3, help="number of nodes: n1, n2, ... (default: 3)")
    parser.add_argument("--port", type=int, default=5000, help="of the hub; nodes have the next ones (default: 5000)")
    parser.add_argument("--block-time", type=float, default=0.5, help="seconds between blocks (default: 0.5)")
    return parser.parse_known_args()


def main():
    options, node_options = arguments()
    hub_port, chain_port = options.port, options.port + options.nodes + 1
    hub_url, chain_url = f"http://127.0.0.1:{hub_port}", f"http://127.0.0.1:{chain_port}"
    urls = {f"n{at}": f"http://127.0.0.1:{hub_port + at}" for at in range(1, options.nodes + 1)}
    for port in range(hub_port, chain_port + 1):
        if is_listening(port):
            sys.exit(f"Something else listens on port {port}: choose another --port")
    folder = HERE / "run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "password").write_text(PASSWORD)
    keys = {name: Web3.keccak(text=name) for name in urls}
    node_addresses = {name: private_key_to_address(key) for name, key in keys.items()}
    # Nodes print other letters than English ones, and nothing here is asked through a proxy.
    os.environ.update(LC_ALL="C.UTF-8", NO_PROXY="127.0.0.1", no_proxy="127.0.0.1")
    for number in STOPPING:
        signal.signal(number, lambda *_: sys.exit())
    surroundings, nodes = Processes(folder), Processes(folder)
    try:
        chain_options = ["--chain-id", CHAIN_ID, "--block-time", options.block_time, "--mixed-mining"]
        surroundings.start("chain", [anvil(), "--port", chain_port, *chain_options])
        surroundings.wait_until(lambda: is_listening(chain_port))
        addresses = deploy(chain_url, hub_url, list(node_addresses.values()))
        setup = {**addresses, "chain_id": CHAIN_ID, "chain_url": chain_url, "port": hub_port}
        surroundings.start("hub", [sys.executable, HERE / "hub.py", json.dumps(setup)])
        surroundings.wait_until(lambda: is_listening(hub_port))
        for name, url in urls.items():
            write_keystore(folder / name / "keystore", keys[name])
            nodes.start(
                name,
                node_command(folder / name, node_addresses[name], url, hub_url, addresses)
                + [addresses["token"] if option == "TOKEN" else option for option in node_options],
            )
        for name, url in urls.items():
            nodes.wait_until(lambda: is_node_ready(url))
            print(f"{name}: {url}")
        (HERE / "nodes.yaml").write_text("".join(f"{name}: {url}\n" for name, url in urls.items()))
        print("The nodes are ready, and listed in nodes.yaml. Stop with Ctrl-C.", flush=True)
        while True:
            surroundings.check()
            nodes.check()
            time.sleep(1)
    finally:
        # A second signal would leave the chain and the hub running.
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        try:
            print("Stopping.", flush=True)
        except OSError:
            pass  # the terminal is gone
        # A node whose chain is gone takes much longer to end.
        nodes.stop()
        surroundings.stop()


if __name__ == "__main__":
    main()
