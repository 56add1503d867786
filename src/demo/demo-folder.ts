import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a demo keeps in its data folder besides the product's own files. */
export function demoFiles(dataDir: string) {
  return { stateFile: join(dataDir, 'whatsapp.sqlite'), mark: join(dataDir, 'demo.json'), bank: join(dataDir, 'bank') }
}

/**
 * Whether the folder has to be filled. One that a filling was cut short in is emptied; one that holds anything else than a
 * demo is left alone. @throws Error when it does
 */
export async function prepareFolder(dataDir: string): Promise<boolean> {
  const { mark } = demoFiles(dataDir)
  if (existsSync(mark)) {
    const { filled } = (await Bun.file(mark).json()) as { filled?: boolean }
    if (filled) return false
    rmSync(dataDir, { recursive: true, force: true })
  } else if (existsSync(join(dataDir, 'platform.sqlite'))) {
    throw new Error(`${dataDir} holds data that is not a demo's. Choose another folder with DATA_DIR.`)
  }
  mkdirSync(dataDir, { recursive: true })
  await Bun.write(mark, JSON.stringify({ filled: false }))
  return true
}

export async function markFilled(dataDir: string) {
  await Bun.write(demoFiles(dataDir).mark, JSON.stringify({ filled: true }))
}
