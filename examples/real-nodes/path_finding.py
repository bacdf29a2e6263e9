"""What a path-finding service knows, and the paths it names; fees are computed by the node's own functions."""
from collections import defaultdict

import networkx
from raiden.messages.path_finding_service import PFSCapacityUpdate, PFSFeeUpdate
from raiden.storage.serialization.serializer import MessageSerializer
from raiden.tests.utils.mediation_fees import get_amount_with_fees
from raiden.transfer.mediated_transfer.mediation_fee import FeeScheduleState

# Settings of the real service: a path should not use the channels of earlier ones, and fees count per 10^18 units.
DIVERSITY_PENALTY = 5
FEE_PENALTY = 100


class NoRoute(Exception):
    """Why there is no path."""


class Channel:
    """What its ends have claimed. An end that has not spoken can send nothing."""

    def __init__(self):
        self.claims = {}
        self.schedules = {}

    def capacity(self, sender, receiver):
        return min(self.claims.get((claimant, sender), 0) for claimant in (sender, receiver))

    def schedule(self, end):
        return self.schedules.get(end, FeeScheduleState())


class PathFinding:
    def __init__(self):
        self.networks = defaultdict(lambda: defaultdict(Channel))

    def hear(self, text):
        """Takes a message of a node about one of its channels."""
        message = MessageSerializer.deserialize(text)
        if not isinstance(message, (PFSCapacityUpdate, PFSFeeUpdate)):
            return
        identifier = message.canonical_identifier
        channel = self.networks[identifier.token_network_address][identifier.channel_identifier]
        speaker = message.updating_participant
        if isinstance(message, PFSFeeUpdate):
            channel.schedules[speaker] = message.fee_schedule
        else:
            channel.claims[speaker, speaker] = message.updating_capacity
            channel.claims[speaker, message.other_participant] = message.other_capacity

    def forget(self, network, channel_identifier):
        """A closed channel carries nothing."""
        self.networks[network].pop(channel_identifier, None)

    def paths(self, network, payer, payee, amount, most, is_online):
        """At most `most` paths, best first, each with its fee."""
        graph = _graph_of(self.networks[network])
        for reason in _reasons(graph, payer, payee, amount, is_online):
            raise NoRoute(reason)
        graph.remove_nodes_from([node for node in graph if not is_online(node)])
        routes, penalties = [], defaultdict(int)
        while len(routes) < most and networkx.has_path(graph, payer, payee):
            for sender, receiver, edge in graph.edges(data=True):
                back = graph.edges[receiver, sender]
                edge["weight"] = _weight(edge, back, amount) + penalties[edge["identifier"]]
            candidates = networkx.shortest_simple_paths(graph, payer, payee, weight="weight")
            earlier = [path for path, _ in routes]
            priced = ((path, _fee(graph, path, amount)) for path in candidates if path not in earlier)
            route = next(((path, fee) for path, fee in priced if fee is not None), None)
            if route is None:
                break
            routes.append(route)
            for edge in _edges(graph, route[0]):
                penalties[edge["identifier"]] += DIVERSITY_PENALTY
        if not routes:
            raise NoRoute("No suitable path found")
        return routes


def _graph_of(channels):
    graph = networkx.DiGraph()
    for identifier, channel in sorted(channels.items()):
        ends = sorted({end for claim in channel.claims for end in claim})
        for sender, receiver in (ends, reversed(ends)) if ends else ():
            graph.add_edge(
                sender,
                receiver,
                identifier=identifier,
                capacity=channel.capacity(sender, receiver),
                sender_schedule=channel.schedule(sender),
                receiver_schedule=channel.schedule(receiver),
            )
    return graph


def _reasons(graph, payer, payee, amount, is_online):
    """Why the service looks for no path; the first reason is the one it gives."""
    outgoing = [edge["capacity"] for _, _, edge in graph.out_edges(payer, data=True)]
    incoming = [edge["capacity"] for _, _, edge in graph.in_edges(payee, data=True)]
    if not is_online(payer):
        yield "Source not online"
    if not is_online(payee):
        yield "Target not online"
    if not outgoing:
        yield "No channel from source"
    if not incoming:
        yield "No channel to target"
    too_small = "does not have a channel with sufficient capacity"
    if max(outgoing) < amount:
        yield f"Source {too_small} ({outgoing} < {amount})"
    if max(incoming) < amount:
        yield f"Target {too_small} ({incoming} < {amount})"
    if not networkx.has_path(graph, payer, payee):
        yield "No route from source to target"


def _edges(graph, path):
    return [graph.edges[pair] for pair in zip(path, path[1:])]


def _fee(graph, path, amount):
    """What mediators keep; None where a hop cannot carry it, or a fee is not defined."""
    edges = _edges(graph, path)
    if any(edge["capacity"] < amount for edge in edges):
        return None
    total = amount
    for at in reversed(range(1, len(path) - 1)):
        before, after = edges[at - 1], edges[at]
        total = get_amount_with_fees(
            amount_without_fees=total,
            balance_in=graph.edges[path[at], path[at - 1]]["capacity"],
            balance_out=after["capacity"],
            schedule_in=before["receiver_schedule"],
            schedule_out=after["sender_schedule"],
            receivable_amount=before["capacity"],
        )
        if total is None:
            return None
    return total - amount


def _weight(edge, back, amount):
    """The real service weighs a channel as if it were both of a mediator's, with the sender's capacity in each."""
    with_fees = get_amount_with_fees(
        amount_without_fees=amount,
        balance_in=edge["capacity"],
        balance_out=edge["capacity"],
        schedule_in=_capped(edge["receiver_schedule"]),
        schedule_out=_capped(edge["sender_schedule"]),
        receivable_amount=edge["capacity"],
    )
    if with_fees is None:
        return float("inf")
    cannot_refund = back["capacity"] < int(amount * 1.1)
    return 1 + (with_fees - amount) / 1e18 * FEE_PENALTY + cannot_refund


def _capped(schedule):
    return FeeScheduleState(
        cap_fees=True,
        flat=schedule.flat,
        proportional=schedule.proportional,
        imbalance_penalty=schedule.imbalance_penalty,
    )
