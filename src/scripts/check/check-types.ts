import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runToEnd } from '../set-up'
import { promiseDeclarations, readNarrowingFunctions, withPromiseStatements } from './promise-statements'

const product = /^src\/(?!testing\/|scripts\/).*(?<!\.test)\.tsx?$/

/** Checks the types of copies in which no statement of the product may leave a promise. Lines are the same, columns may differ. */
export async function checkTypes(root: string): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recado-types-')))
  try {
    const narrowing = await readNarrowingFunctions(root)
    for (const file of new Bun.Glob('{src,web}/**/*.{ts,tsx,json}').scanSync({ cwd: root })) {
      const text = await Bun.file(join(root, file)).text()
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      await Bun.write(join(folder, file), product.test(file) ? withPromiseStatements(text, narrowing) : text)
    }
    await Bun.write(join(folder, 'src/promise-statements.d.ts'), promiseDeclarations)
    for (const file of ['tsconfig.json', 'package.json'])
      await Bun.write(join(folder, file), Bun.file(join(root, file)))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return (await runToEnd([process.execPath, 'check', '--no-script', `--cwd=${folder}`])) === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
