"""What real nodes need around them, on one port of this machine: a Matrix server, a path-finding service, and
the chain under a client's name that nodes accept. Stubs: they check no signature and trust every caller."""
import json
import sys
import time
from collections import defaultdict
from uuid import uuid4

from gevent import monkey

monkey.patch_all()

import requests  # noqa: E402
from eth_utils import event_abi_to_log_topic, to_canonical_address, to_checksum_address, to_hex  # noqa: E402
from flask import Flask, jsonify, request  # noqa: E402
from gevent.event import Event  # noqa: E402
from gevent.pywsgi import WSGIServer  # noqa: E402
from path_finding import NoRoute, PathFinding  # noqa: E402
from raiden_contracts.constants import CONTRACT_TOKEN_NETWORK, ChannelEvent  # noqa: E402
from raiden_contracts.contract_manager import ContractManager, contracts_precompiled_path  # noqa: E402

# A node that says nothing for longer is offline. It asks again as soon as a long poll has ended.
LONGEST_POLL_SECONDS = 3
OFFLINE_AFTER_SECONDS = 10
CONFIRMATIONS = 5
MATRIX = "/_matrix/client/r0"
# Nodes start only with the name of a chain's client that they know.
CLIENT_NAME = "Geth/v1.10.3-stable/linux-amd64/go1.16"

app = Flask(__name__)
session = requests.Session()
service = PathFinding()


class User:
    """A node at the Matrix server. Messages are kept until the node has asked for those behind them."""

    def __init__(self):
        self.profile = {}
        self.messages = []
        self.delivered = 0
        self.has_news = Event()
        self.is_away = False
        self.seen_at = 0

    def put(self, message):
        self.messages.append(message)
        self.has_news.set()

    def messages_after(self, position):
        del self.messages[: position - self.delivered]
        self.delivered = position
        if not self.messages:
            self.has_news.clear()
            self.has_news.wait(LONGEST_POLL_SECONDS)
        return list(self.messages)


users = defaultdict(User)
user_of_token = {}


def caller():
    user = users[user_of_token[request.args["access_token"]]]
    user.seen_at = time.monotonic()
    return user


def user_id_of(address):
    return f"@{to_checksum_address(address).lower()}:{request.host}"


def is_online(address):
    user = users[user_id_of(address)]
    return not user.is_away and time.monotonic() - user.seen_at < OFFLINE_AFTER_SECONDS


def metadata_of(address):
    user_id = user_id_of(address)
    profile = users[user_id].profile
    return {
        "user_id": user_id,
        "displayname": profile.get("displayname"),
        "capabilities": profile.get("avatar_url"),
    }


# The Matrix server.


@app.get("/_matrix/client/versions")
def versions():
    return {"versions": ["r0.6.0"]}


@app.post(f"{MATRIX}/login")
def login():
    user_id, token = user_id_of(request.json["user"]), uuid4().hex
    user_of_token[token] = user_id
    return {
        "user_id": user_id,
        "access_token": token,
        "device_id": request.json["device_id"],
        "home_server": request.host,
    }


@app.get(f"{MATRIX}/devices")
def devices():
    if request.args["access_token"] not in user_of_token:
        return {"errcode": "M_UNKNOWN_TOKEN"}, 401
    return {"devices": []}


@app.put(f"{MATRIX}/pushrules/global/override/.m.rule.master/enabled/")
def push_rules():
    return {}


@app.route(f"{MATRIX}/profile/<user_id>/<field>", methods=["GET", "PUT"])
def profile(user_id, field):
    values = users[user_id].profile
    if request.method == "PUT":
        values[field] = request.json[field]
        return {}
    return {field: values[field]} if field in values else ({"errcode": "M_NOT_FOUND"}, 404)


@app.put(f"{MATRIX}/presence/<user_id>/status")
def presence(user_id):
    users[user_id].is_away = request.json["presence"] == "offline"
    caller()
    return {}


@app.get(f"{MATRIX}/sync")
def sync():
    user = caller()
    messages = user.messages_after(int(request.args.get("since") or user.delivered))
    user.seen_at = time.monotonic()
    return {
        "next_batch": str(user.delivered + len(messages)),
        "presence": {"events": []},
        "to_device": {"events": messages},
    }


@app.put(f"{MATRIX}/sendToDevice/<kind>/<transaction>")
def send_to_device(kind, transaction):
    sender = user_of_token[request.args["access_token"]]
    for receiver, contents in request.json["messages"].items():
        for device, content in contents.items():
            if device == "PATH_FINDING":
                for line in content["body"].splitlines():
                    service.hear(line)
            elif device != "MONITORING":
                users[receiver].put({"type": kind, "sender": sender, "content": content})
    return {}


# The path-finding service.


@app.get("/api/v1/info")
def info():
    return {
        "price_info": 0,
        "network_info": {
            "chain_id": setup["chain_id"],
            "token_network_registry_address": setup["registry"],
            "user_deposit_address": setup["user_deposit"],
            "service_token_address": setup["service_token"],
            "confirmed_block": {"number": confirmed_block()},
        },
        "version": "stub",
        "operator": "this machine",
        "message": "",
        "payment_address": setup["service"],
        "matrix_server": request.host_url.rstrip("/"),
    }


@app.get("/api/v1/address/<address>/metadata")
def metadata(address):
    if not is_online(address):
        return refusal(2203, "There is no user found online for given address.")
    return metadata_of(address)


@app.post("/api/v1/<network>/paths")
def paths(network):
    forget_closed_channels()
    order = request.json
    try:
        routes = service.paths(
            network=to_canonical_address(network),
            payer=to_canonical_address(order["from"]),
            payee=to_canonical_address(order["to"]),
            amount=order["value"],
            most=order.get("max_paths", 5),
            is_online=is_online,
        )
    except NoRoute as reason:
        return refusal(2201, str(reason))
    result = [
        {
            "path": [to_checksum_address(node) for node in path],
            "address_metadata": {to_checksum_address(node): metadata_of(node) for node in path},
            "estimated_fee": fee,
        }
        for path, fee in routes
    ]
    return {"result": result, "feedback_token": uuid4().hex}


@app.post("/api/v1/<network>/feedback")
def feedback(network):
    return {}


def refusal(code, text):
    return {"errors": text, "error_code": code, "error_details": {}}, 404


# The chain.

manager = ContractManager(contracts_precompiled_path())
CLOSING = [
    to_hex(event_abi_to_log_topic(manager.get_event_abi(CONTRACT_TOKEN_NETWORK, event)))
    for event in (ChannelEvent.CLOSED, ChannelEvent.SETTLED)
]


def ask_chain(method, *parameters):
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    return session.post(setup["chain_url"], json=call).json()["result"]


def confirmed_block():
    return max(int(ask_chain("eth_blockNumber"), 16) - CONFIRMATIONS, 0)


def forget_closed_channels():
    blocks = {"fromBlock": "0x0", "toBlock": hex(confirmed_block())}
    for event in ask_chain("eth_getLogs", {**blocks, "topics": [CLOSING]}):
        service.forget(to_canonical_address(event["address"]), int(event["topics"][1], 16))


@app.post("/")
def chain():
    call = request.json
    if call["method"] == "web3_clientVersion":
        return jsonify({"jsonrpc": "2.0", "id": call["id"], "result": CLIENT_NAME})
    answer = session.post(setup["chain_url"], data=request.data, headers={"content-type": "application/json"})
    return answer.content, answer.status_code, {"content-type": "application/json"}


if __name__ == "__main__":
    setup = json.loads(sys.argv[1])
    WSGIServer(("127.0.0.1", setup["port"]), app, log=None).serve_forever()
