import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export function demoFiles(dataDir: string) {
  const inFolder = (name: string) => join(dataDir, name)
  return {
    stateFile: inFolder('whatsapp.sqlite'),
    mark: inFolder('demo.json'),
    bank: inFolder('bank'),
    meta: inFolder('meta'),
    aiPort: inFolder('ai-port'),
  }
}

/** Returns whether the folder must be filled; empties an interrupted one. @throws Error when it contains anything but a demo */
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
