import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildClient, neverLoaded } from '../page/build-client'
import { root } from './set-up'

/** Builds product, interface, migrations and workers into one executable. @throws AggregateError when a source cannot be bundled */
export async function buildSingleFile(outfile: string) {
  const workers = [...new Bun.Glob('src/**/*-{worker,thread}.ts').scanSync({ cwd: root })].filter(
    (path) => !path.includes('/testing/'),
  )
  await mkdir(dirname(outfile), { recursive: true })
  const gathered = await mkdtemp(join(dirname(outfile), '.embedded-'))
  try {
    await Bun.build({
      // The first one is what the file runs.
      entrypoints: ['src/command/recado.ts', ...workers].map((path) => join(root, path)),
      root,
      target: 'bun',
      format: 'esm',
      splitting: true,
      // A page's module is preloaded by its name, which a chunk therefore keeps.
      naming: { chunk: '[name]-[hash].[ext]' },
      external: neverLoaded,
      minify: { syntax: true, whitespace: true },
      // Stacks name the files of packages, by which Baileys' left promises are told.
      sourcemap: 'linked',
      // Halves the start.
      bytecode: true,
      define: { 'process.env.NODE_ENV': '"production"', 'Bun.isStandaloneExecutable': 'true' },
      compile: {
        // Bun leaves the maps beside the file, too.
        outfile: join(gathered, 'recado'),
        assets: await gatherFiles(gathered),
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
    })
    await rename(join(gathered, 'recado'), outfile)
  } finally {
    await rm(gathered, { recursive: true })
  }
}

/** Bun embeds a folder under its last name only, so that the files are gathered under their paths in the checkout. */
async function gatherFiles(folder: string) {
  const { folders } = await buildClient({ root, production: true })
  const [client = ''] = folders
  const copies = [
    [client, `dist/client/${basename(client)}`],
    [join(root, 'migrations'), 'migrations'],
    [join(root, 'web/assets'), 'web/assets'],
  ] as const
  for (const [from, to] of copies) await cp(from, join(folder, to), { recursive: true })
  return ['dist', 'migrations', 'web'].map((name) => join(folder, name))
}
