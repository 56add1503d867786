import { useMemo } from 'react'
import { encode } from 'uqr'

/** Empty modules around a code, as its standard requires. */
const quietModules = 4

interface QrPictureProps {
  text: string
  label: string
  /** In pixels; not exceeded. */
  width: number
}

export function QrPicture({ text, label, width }: QrPictureProps) {
  const { path, size } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      className="qr-code-picture"
      viewBox={`0 0 ${size} ${size}`}
      // A whole number of pixels per module, so that all have the same width.
      width={size * Math.max(2, Math.floor(width / size))}
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
