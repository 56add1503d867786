import { dirname, join } from 'node:path'
import { moduleOf, readImports } from '../check/check-imports'

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !/\.browser\.test\.tsx?$/.test(file)

/**
 * Returns a function that lists the tests to run for a changed file: those of its folder, then those that import it, directly or through
 * other files, the tests beside these files, and those of its domain. The nearest are first.
 */
export async function readNearestTests(root: string) {
  const files = [...new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync({ cwd: root })].sort()
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const { target } of readImports(root, file, await Bun.file(join(root, file)).text())) {
      const module = moduleOf(target)
      importers.set(module, [...(importers.get(module) ?? []), file])
    }
  }
  const testsIn = (folder: string) => files.filter((file) => isTest(file) && dirname(file) === folder)

  return (changed: string, most: number): string[] => {
    const found = new Set(testsIn(dirname(changed)).sort((a) => (a.startsWith(moduleOf(changed)) ? -1 : 1)))
    const seen = new Set([changed])
    for (let next = [changed]; next.length > 0 && found.size < most;) {
      next = next.flatMap((file) => importers.get(moduleOf(file)) ?? []).filter((file) => !seen.has(file))
      for (const file of next) seen.add(file)
      for (const test of next.filter(isTest)) found.add(test)
      const product = next.filter((file) => !isTest(file) && file.startsWith('src/') && dirname(file) !== 'src')
      for (const file of product) for (const test of testsIn(dirname(file))) found.add(test)
      next = product
    }
    const domain = changed.split('/').slice(0, 2).join('/')
    for (const test of files.filter((file) => isTest(file) && file.startsWith(`${domain}/`))) found.add(test)
    return [...found].slice(0, most)
  }
}
