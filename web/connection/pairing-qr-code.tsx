import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { useTexts } from '../i18n/i18n'
import { PairingSteps } from './pairing-steps'

/** Modules left empty around a code, as its standard asks. */
const quietModules = 4
const pictureWidth = 328
/** How long WhatsApp takes each code after the first. */
const lifeSeconds = 20

/** The code to be scanned, drawn here: it is a key to the account and leaves for no other server. */
export function PairingQrCode({ code }: { code: string }) {
  const t = useTexts('connection').connection.pairing
  return (
    <div className="pairing-way">
      <PairingSteps steps={t.codeSteps} />
      <figure className="qr-code">
        <QrPicture code={code} label={t.codeImage} />
        <CodeLife code={code} />
      </figure>
    </div>
  )
}

function QrPicture({ code, label }: { code: string; label: string }) {
  const { path, size } = useMemo(() => drawCode(code), [code])
  return (
    <svg
      className="qr-code-picture"
      viewBox={`0 0 ${size} ${size}`}
      // A whole number of pixels a module, or some would be drawn wider than others.
      width={size * Math.max(2, Math.floor(pictureWidth / size))}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** One path for all dark modules, run by run. */
function drawCode(code: string) {
  const { data, size } = encode(code, { ecc: 'L', border: quietModules })
  const runs = data.flatMap((row, y) => {
    const parts: string[] = []
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x]) x++
      parts.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
    }
    return parts
  })
  return { path: runs.join(''), size }
}

/** The first code stands longer, and for how long already is unknown; from the next one on the time left is told. */
function CodeLife({ code }: { code: string }) {
  const t = useTexts('connection').connection.pairing
  const left = useSecondsLeft(code)
  return (
    <figcaption className="qr-code-life">
      {left !== undefined && <progress max={lifeSeconds} value={left} aria-hidden />}
      {left === undefined ? t.renews : t.renewsIn(left)}
    </figcaption>
  )
}

function useSecondsLeft(code: string) {
  const first = useRef(code)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (code === first.current) return
    const end = Date.now() + lifeSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [code])
  return left
}
