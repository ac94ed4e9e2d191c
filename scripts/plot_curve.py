#!/usr/bin/env python3
"""Draws learning curves as SVG: the share won against a fixed opponent, by turns of training.

    scripts/plot_curve.py TITLE LABEL=FILE.csv… > docs/dados_training.svg

FILE.csv is what `ludoteca train` writes beside its weights. Points are means of a few rounds, as single ones
are measured in few games.
"""
import csv
import sys

WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP = 720, 320, 52, 120, 40, 30
COLOURS = ("#2f5d9b", "#b5483a", "#3b7d4f", "#8a5aa8")
MEAN_OF = 3


def read(path):
    rows = [(float(row["turns"]), 100 * float(row["share"])) for row in csv.DictReader(open(path))]
    groups = [rows[i:i + MEAN_OF] for i in range(0, len(rows), MEAN_OF)]
    return [(sum(t for t, _ in g) / len(g), sum(s for _, s in g) / len(g)) for g in groups]


def main(title, *words):
    curves = [(label, read(path)) for label, path in (word.split("=", 1) for word in words)]
    most = max(turns for _, points in curves for turns, _ in points)
    low = 5 * int(min(share for _, points in curves for _, share in points) / 5)
    high = 5 * (int(max(share for _, points in curves for _, share in points) / 5) + 1)

    def place(turns, share):
        x = LEFT + (WIDTH - LEFT - RIGHT) * turns / most
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (share - low) / (high - low)
        return f"{x:.1f},{y:.1f}"

    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
          'font-family="sans-serif" font-size="11" role="img">')
    print(f'<title>{title}</title>\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for share in range(low, high + 1, 5):
        x, y = place(0, share).split(",")
        print(f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#ddd"/>'
              f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{share} %</text>')
    for step in range(5):
        x, _ = place(most * step / 4, low).split(",")
        print(f'<text x="{x}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{most * step / 4e6:.3g}</text>')
    for (label, points), colour in zip(curves, COLOURS):
        print(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" '
              f'points="{" ".join(place(*point) for point in points)}"/>')
        x, y = place(*points[-1]).split(",")
        print(f'<text x="{float(x) + 6:.1f}" y="{float(y) + 4:.1f}" fill="{colour}">{label}</text>')
    print(f'<text x="{LEFT}" y="16">{title}</text>')
    print(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">'
          'million turns of training</text>\n</svg>')


main(*sys.argv[1:])
