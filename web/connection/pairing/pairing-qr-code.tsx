import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { useTexts } from '../../i18n/i18n'

/** Empty modules around a code, as its standard requires. */
const quietModules = 4
const pictureWidth = 328
/** Validity of each code after the first. */
const lifeSeconds = 20

/** The QR code, drawn locally: it grants access to the account and must not be sent to another server. */
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
      // A whole number of pixels per module, so that all have the same width.
      width={size * Math.max(2, Math.floor(pictureWidth / size))}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

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

/** The first code is valid longer, and its age is unknown; from the second on the remaining time is shown. */
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

export function PairingSteps({ steps }: { steps: readonly string[] }) {
  const t = useTexts('connection').connection.pairing
  return (
    <ol className="pairing-steps stack gap-4" aria-label={t.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
