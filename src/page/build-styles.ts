import { basename, join } from 'node:path'
import { assetsPath, shortHash } from './asset-names'

const inlinedFont = /url\(["']?data:font\/woff2;base64,([A-Za-z0-9+/=]+)["']?\)/g
const fontFace = /@font-face\s*\{[^}]*\}/g

/** Bun 1.4.5 inlines fonts as base64, so they are extracted again. */
export async function buildStyles(source: string, out: string, production: boolean) {
  const result = await Bun.build({
    entrypoints: [source],
    minify: production,
    external: ['/assets/*', '/public/*'],
  })
  const output = result.outputs.find(({ path }) => path.endsWith('.css'))
  if (!output) throw new Error('The build of the styles made no stylesheet')
  const written: Promise<number>[] = []
  const css = (await output.text()).replace(inlinedFont, (_, base64: string) => {
    const bytes = Uint8Array.fromBase64(base64)
    const name = `font-${shortHash(bytes)}.woff2`
    written.push(Bun.write(join(out, name), bytes))
    return `url(${assetsPath}${name})`
  })
  const name = `${basename(source, '.css')}-${shortHash(css)}.css`
  await Promise.all([...written, Bun.write(join(out, name), css)])
  return { path: assetsPath + name, fonts: firstFonts(css) }
}

function firstFonts(css: string): string[] {
  const faces = css.match(fontFace) ?? []
  const plain = faces.filter((face) => !/font-style:\s*(italic|oblique)/.test(face) && coversPlainLetters(face))
  return plain.flatMap((face) => /url\((\/assets\/[^)]+)\)/.exec(face)?.[1] ?? []).slice(0, 1)
}

function coversPlainLetters(face: string) {
  const range = /unicode-range:([^;}]+)/i.exec(face)?.[1]
  return range === undefined || /U\+0{0,4}-0{0,2}FF\b|U\+\?\?/i.test(range)
}
