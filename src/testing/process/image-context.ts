import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dir, '..', '..', '..')

const ignored = (await Bun.file(join(root, '.dockerignore')).text())
  .split('\n')
  .filter(Boolean)
  .flatMap((pattern) => [new Bun.Glob(pattern), new Bun.Glob(`${pattern}/**`)])

/** Returns the files that the container image is built from: all that `.dockerignore` lets through. */
export function imageContext(): string[] {
  const folders = ['src', 'web', 'migrations'].map((name) => `${name}/**`)
  const files = ['*', ...folders].flatMap((pattern) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true, onlyFiles: true }),
  ])
  return files.filter((file) => !ignored.some((pattern) => pattern.match(file)))
}

/** Copies them, and what is already built and installed, so that only the product's own build runs there. */
export function copyImageContext(folder: string) {
  for (const file of imageContext()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const client = join(root, 'dist/client')
  if (existsSync(client)) cpSync(client, join(folder, 'dist/client'), { recursive: true, preserveTimestamps: true })
}
