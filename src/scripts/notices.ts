import { basename, join } from 'node:path'
import { root } from './set-up'

/** Writes name, version, licence and licence texts of every installed package to `dist/THIRD-PARTY-NOTICES.txt`. */
const patterns = ['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json']
const packages = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })]).sort()
const notices: string[] = []
for (const path of packages) notices.push(await noticeOf(path))
await Bun.write(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))
console.log(`${packages.length} packages named in dist/THIRD-PARTY-NOTICES.txt`)

async function noticeOf(path: string) {
  const { name, version, license, homepage = '' } = await Bun.file(join(root, path)).json()
  const folder = join(root, path, '..')
  const files = [...new Bun.Glob('{LICENSE,LICENCE,NOTICE,COPYING,license,licence}*').scanSync({ cwd: folder })].sort()
  const texts: string[] = []
  for (const file of files) texts.push(`${basename(file)}\n\n${(await Bun.file(join(folder, file)).text()).trim()}\n`)
  return [`${name} ${version}`, `Licence: ${licenceName(license)}`, homepage, '', ...texts].join('\n')
}

/** Old packages have an object instead of a name. */
function licenceName(license: unknown) {
  return typeof license === 'string' ? license : ((license as { type?: string } | undefined)?.type ?? 'see its texts')
}
