"""Games as pages for notebooks."""

import html
import json
import secrets

from ludoteca._core import Play

_PAGE = """<div id="{name}"><div class="board">{first}</div>
<input type="range" min="0" max="{last}" value="0" style="width:20em" aria-label="ply"> <code>{start}</code></div>
<script>(() => {{
  const root = document.getElementById("{name}"), frames = {frames}, words = {words};
  root.querySelector("input").oninput = event => {{
    root.querySelector(".board").innerHTML = frames[event.target.value];
    root.querySelector("code").textContent = words[event.target.value];
  }};
}})();</script>"""


def replay(play: Play) -> str:
    """A game as HTML: its positions, to be stepped through with a slider."""
    history, count = play.history(), len(play)
    frames = [play.svg(ply) for ply in range(count + 1)]
    words = ["start"] + [f"{ply}. {move}" for ply, move in enumerate(history, 1)]
    end = play.result()
    if end:
        words[-1] += f"  {end['score']} ({end['reason']})"
    safe = [json.dumps(part).replace("</", "<\\/") for part in (frames, words)]
    return _PAGE.format(name=f"ludoteca-{secrets.token_hex(6)}", first=frames[0], last=count, frames=safe[0],
                        start=html.escape(words[0]), words=safe[1])
