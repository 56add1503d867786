import { basename } from 'node:path'
import { assetsPath } from './asset-names'

interface AloneOptions {
  entry: string
  out: string
  production: boolean
  define?: Record<string, string>
}

/** One file, which loads no other: a service worker, or the page without a network. */
export async function buildAlone({ entry, out, production, define = {} }: AloneOptions) {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    outdir: out,
    target: 'browser',
    format: 'iife',
    minify: production,
    define,
    naming: '[name]-[hash].[ext]',
  })
  const [output] = outputs
  if (!output) throw new Error(`The build of ${entry} made no file`)
  return assetsPath + basename(output.path)
}
