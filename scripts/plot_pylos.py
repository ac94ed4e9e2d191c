#!/usr/bin/env python3
"""Draws the share of won, drawn and lost positions by the number of balls as SVG.

    ludoteca tables info pylos --json | scripts/plot_pylos.py > docs/pylos_shares.svg

Reads what `tables info --json` prints: a layer is a bar, won at the bottom, lost on top.
"""
import json
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 300, 44, 40, 30
COLOURS = (("won", "#3b7d4f"), ("drawn", "#d9b44a"), ("lost", "#b5483a"))


def bars(layers):
    step = (WIDTH - LEFT - 10) / len(layers)
    scale = HEIGHT - BOTTOM - TOP
    for index, layer in enumerate(layers):
        at, total = HEIGHT - BOTTOM, layer["won"] + layer["drawn"] + layer["lost"]
        for name, colour in COLOURS:
            size = scale * layer[name] / total
            at -= size
            if size > 0:
                yield (f'<rect x="{LEFT + index * step + 1:.1f}" y="{at:.2f}" '
                       f'width="{step - 2:.1f}" height="{size:.2f}" fill="{colour}"/>')
        yield (f'<text x="{LEFT + (index + 0.5) * step:.1f}" y="{HEIGHT - BOTTOM + 15}" '
               f'text-anchor="middle">{layer["balls"]}</text>')


def axes():
    for percent in range(0, 101, 25):
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * percent / 100
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
    for index, (name, colour) in enumerate(COLOURS):
        x = LEFT + 90 * index
        yield f'<rect x="{x}" y="8" width="12" height="12" fill="{colour}"/>'
        yield f'<text x="{x + 17}" y="18">{name}</text>'
    yield (f'<text x="{(WIDTH + LEFT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">'
           'balls on the board</text>')


def main():
    info = json.load(sys.stdin)
    layers = [layer for layer in info["layers"] if layer["won"] + layer["drawn"] + layer["lost"]]
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
          f'font-family="sans-serif" font-size="11" role="img">')
    print(f"<title>{info['game']}: won, drawn and lost for the player to move</title>")
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    print("\n".join([*bars(layers), *axes()]))
    print("</svg>")


main()
