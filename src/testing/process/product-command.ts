import { join, resolve } from 'node:path'

const source = (path: string) => [process.execPath, join(import.meta.dir, '..', '..', path)]

/** How tests start the product: from its sources, or the single file that `RECADO_FILE` names, which starts in half the time. */
export function productCommand({ sources = false } = {}): string[] {
  const file = sources ? undefined : process.env['RECADO_FILE']
  return file ? [resolve(file)] : source('main.ts')
}

/** `recado` with a command. */
export function recadoCommand(args: readonly string[]): string[] {
  const file = process.env['RECADO_FILE']
  return [...(file ? [resolve(file)] : source('command/recado.ts')), ...args]
}
