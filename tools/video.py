"""The silent video that keeps a screen on where a browser has no wake lock: black and still.

Run it by hand with PyAV installed (`pip install av`); the result is in git:

    python -m tools.video static/awake.mp4
"""

import sys

import av

SECONDS, SIDE, RATE = 4, 16, 8000

with av.open(sys.argv[1], "w", format="mp4", options={"movflags": "+faststart"}) as film:
    picture = film.add_stream(
        "libx264", rate=1, options={"crf": "51", "profile": "baseline", "preset": "veryslow"}
    )
    picture.width = picture.height = SIDE
    picture.pix_fmt = "yuv420p"
    sound = film.add_stream("aac", rate=RATE)
    sound.layout = "mono"
    sound.bit_rate = 8000
    for n in range(SECONDS):
        frame = av.VideoFrame(SIDE, SIDE, "yuv420p")
        for plane, level in zip(frame.planes, (16, 128, 128), strict=True):
            plane.update(bytes([level]) * plane.buffer_size)
        frame.pts = n
        film.mux(picture.encode(frame))
    film.mux(picture.encode(None))
    size = 1024
    for n in range(SECONDS * RATE // size):
        frame = av.AudioFrame("fltp", "mono", size)
        frame.planes[0].update(bytes(frame.planes[0].buffer_size))
        frame.sample_rate = RATE
        frame.pts = n * size
        film.mux(sound.encode(frame))
    film.mux(sound.encode(None))
