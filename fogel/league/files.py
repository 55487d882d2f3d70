"""A league's agents in files: plain JSON that says where each came from."""

from __future__ import annotations

import json
from pathlib import Path

from fogel.core.files import write_file
from fogel.core.players import AGENT_FORMAT, AGENT_KIND, AGENT_VERSION, by_table, checked_squares
from fogel.core.results import (
    COUNTS,
    check_finite,
    check_format,
    check_rows,
    checked_origin,
    load_file,
    read_json,
)
from fogel.core.types import FilePath, Json
from fogel.league.agent import INPUTS, OUTPUTS, Agent
from fogel.league.neuron import AddingNeuron, NeuralNetwork, SigmoidNeuron
from fogel.league.settings import MOST_HIDDEN, LeagueSettings
from fogel.league.twin import compute_squares
from fogel.network import LARGEST_WEIGHT

# The highest number of each.
AGENTS_COUNTS = {"seed": COUNTS["seed"], "league": COUNTS["trial"], "epoch": COUNTS["generation"]}
MOST_LAYERS = 10


def to_dict(agent: Agent) -> Json:
    """An agent as plain JSON values; each layer has a row of weights and a bias for each of its
    neurons.

    `squares` follows from the rest: a text with the square that it names on each board in progress,
    in the order of `positions()`, for those who play it and know nothing of neurons.
    """
    return {
        "format": AGENT_FORMAT,
        "version": AGENT_VERSION,
        "layers": [
            {
                "weights": [list(neuron.weights) for neuron in layer.neurons],
                "biases": [neuron.bias for neuron in layer.neurons],
            }
            for layer in agent.network.layers
        ],
        "masking": agent.masking,
        "squares": "".join(map(str, compute_squares(agent))),
        "settings": agent.settings.to_dict() if agent.settings else None,
        "seed": agent.seed,
        "league": agent.league,
        "epoch": agent.epoch,
        "score": agent.score,
        "versions": agent.versions,
    }


def save_agent(path: Path, agent: Agent) -> None:
    """Writes an Agent as JSON, beside its place and renamed; raises as `agent_text` does."""
    write_file(path, agent_text(agent))


def agent_text(agent: Agent) -> str:
    """An Agent as the JSON text of its file; raises ValueError that names the field if it could not
    be read again.
    """
    data = to_dict(agent)
    _checked(data)
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def load_agent(path: FilePath) -> Agent:
    """The Agent in a file; raises ValueError that names the file and the field, OSError if it can't
    be read.
    """
    return load_file(path, read_agent)


def read_agent(text: str) -> Agent:
    """The Agent in a JSON text; raises ValueError that names the field."""
    return _checked(read_json(text, AGENT_KIND))


def _checked(data):
    """The Agent that JSON values describe; raises ValueError that names the field."""
    check_format(data, AGENT_FORMAT, AGENT_VERSION, AGENT_KIND)
    if not isinstance(data.get("masking"), bool):
        raise ValueError(f"masking must be true or false, not {data.get('masking')!r}")
    origin = checked_origin(data, AGENTS_COUNTS, "score", LeagueSettings.from_dict)
    neuron = AddingNeuron if origin["settings"] and origin["settings"].adding else SigmoidNeuron
    agent = Agent(_network(data.get("layers"), neuron), data["masking"], **origin)
    # Not compared: where the last bits of an exponential differ, so may a square.
    if "squares" in data:
        by_table(checked_squares(data), taken=True)
    check_finite(data)
    return agent


def _network(layers, neuron):
    """The network of a file's layers."""
    if not isinstance(layers, list) or not 1 <= len(layers) <= MOST_LAYERS:
        raise ValueError(f"layers must be a list of 1 to {MOST_LAYERS} layers")
    sizes, before = [], INPUTS
    for number, layer in enumerate(layers):
        before = _check_layer(
            f"layers[{number}]", layer, before, OUTPUTS if number == len(layers) - 1 else None
        )
        sizes.append(before)
    network = NeuralNetwork(sizes, INPUTS, neuron)
    for layer, stored in zip(network.layers, layers, strict=True):
        for one, weights, bias in zip(
            layer.neurons, stored["weights"], stored["biases"], strict=True
        ):
            one.weights, one.bias = tuple(map(float, weights)), float(bias)
    return network


def _check_layer(name, layer, inputs, neurons):
    """How many neurons a layer has; raises ValueError that names what is wrong in it."""
    if not isinstance(layer, dict):
        raise ValueError(f"{name} must be an object with weights and biases")
    weights, biases = layer.get("weights"), layer.get("biases")
    check_rows(f"{name}.weights", weights)
    check_rows(f"{name}.biases", [biases])
    least, most = (neurons, neurons) if neurons else (1, MOST_HIDDEN)
    if not least <= len(weights) <= most:
        count = f"{neurons}" if neurons else f"{least} to {most}"
        raise ValueError(f"{name}.weights must be {count} rows, one a neuron, not {len(weights)}")
    if any(len(row) != inputs for row in weights):
        raise ValueError(f"{name}.weights must be rows of {inputs}, one an input")
    if len(biases) != len(weights):
        raise ValueError(
            f"{name}.biases must be {len(weights)} numbers, one a neuron, not {len(biases)}"
        )
    for row in weights:
        _check_values(f"{name}.weights", row)
    _check_values(f"{name}.biases", biases)
    return len(weights)


def _check_values(name, values):
    if not all(abs(value) <= LARGEST_WEIGHT for value in values):  # false for nan too
        raise ValueError(
            f"{name} must hold finite numbers alone, from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
        )
