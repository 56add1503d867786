import { basename } from 'node:path'
import { assetsPath } from './asset-names'

/** One file: a service worker loads no other. */
export async function buildWorker(entry: string, out: string, production: boolean) {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    outdir: out,
    target: 'browser',
    format: 'iife',
    minify: production,
    naming: '[name]-[hash].[ext]',
  })
  const [output] = outputs
  if (!output) throw new Error('The build of the service worker made no file')
  return assetsPath + basename(output.path)
}
