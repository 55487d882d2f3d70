"""Networks made of neurons, evolved by playing each other (chapter 12)."""

from fogel.core.contents import lazy_names

_HOMES = {
    "SigmoidNeuron": "neuron",
    "AddingNeuron": "neuron",
    "Layer": "neuron",
    "NeuralNetwork": "neuron",
    "LeagueSettings": "settings",
    "Agent": "agent",
    "play_match": "league",
    "load_agent": "agent",
    "run_league": "run",
    "run_leagues": "job",
    "exact_result": "exact",
    "round_robin": "exact",
    "make_table": "exact",
}
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
