"""Every call of Raiden's own Python client, unmodified: prints what each returned, or which exception it raised."""
import collections
import collections.abc
import json
import sys

# The client's attrdict asks `collections` for what Python 3.10 moved to `collections.abc`.
for name in ("Mapping", "MutableMapping", "Sequence"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))

from raiden_api_client import RaidenAPIWrapper  # noqa: E402

port, token, new_token, partner, stranger = sys.argv[1:]
api = RaidenAPIWrapper("127.0.0.1", int(port))
seen = {}


def call(name, *given, **named):
    try:
        seen[name] = getattr(api, name)(*given, **named)
    except Exception as error:
        seen[name] = {"raised": type(error).__name__}


call("get_address")
call("get_raiden_version")
call("get_node_status")
call("get_token_network", token)
call("register_token", new_token)
call("mint_tokens", api.get_address()["our_address"], new_token, 500)
call("open_channel", stranger, token, 100)
call("fund_channel", stranger, token, 150)
call("transfer", partner, token, 7, 77)
call("get_payments", token=token, partner=partner)
call("get_pending_transfer", token, partner)
call("get_channels", token, partner)
call("get_connections")
call("close_channel", stranger, token)
call("leave_token_network", token)
print(json.dumps(seen))
