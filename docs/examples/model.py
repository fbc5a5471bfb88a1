#!/usr/bin/env python3
"""Plays over HTTP, in the arena or in a match: put a language model into choose().

    model.py http://127.0.0.1:7777 '{"game": "joust", "opponent": "easy"}'   one game in the arena
    model.py http://127.0.0.1:7780 '{"player": "gpt"}'                       all games of a match
"""

import json
import sys
import urllib.error
import urllib.request


def ask(address, body=None):
    """Makes a request; returns the status and what is answered."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def choose(state, complaint):
    """Decides on a move. A model would be given the board, the rules, and what was wrong with its last answer:

    prompt = f"{state['board']}\nYou are {state['you']}. {complaint or ''} Your move?"
    """
    return state["legal"][0]


def play(api, begun):
    """Plays a game to its end; returns how it ended."""
    game, state, complaint = f"{api}/games/{begun['id']}", begun["state"], None
    while not state["over"]:
        if not state["your_turn"]:
            status, state = ask(f"{game}?key={begun['key']}&wait=30")
            continue
        status, answer = ask(f"{game}/move", {"key": begun["key"], "move": choose(state, complaint)})
        if status == 200:
            state, complaint = answer, None
        elif "illegal_answers" in answer:
            state, complaint = answer.get("game", state), answer["error"]
        else:
            sys.exit(answer["error"])
    return state["over"]["words"]


def main():
    api, wanted = sys.argv[1] + "/api/v1", json.loads(sys.argv[2])
    while True:
        try:
            status, begun = ask(f"{api}/games", wanted)
        except OSError:
            return  # The match is over.
        if status == 200:
            print(play(api, begun), flush=True)
        elif status not in (410, 503):
            sys.exit(begun["error"])
        if status == 410 or "player" not in wanted:
            return


main()
