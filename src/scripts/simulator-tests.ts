import { root } from './set-up'

/** The WhatsApp server that other tests run against. Its own tests concern nothing else but the packages it uses. */
const folder = 'src/testing/services/whatsapp-server/'
const passedFile = Bun.file(`${root}/dist/whatsapp-server-passed`)

export const isSimulatorTest = (file: string) => file.startsWith(folder)

/** Returns whether the server or a package has changed since its tests last passed in this checkout. */
export async function hasSimulatorChanged() {
  return (await passedFile.text().catch(() => '')) !== (await hash())
}

export async function rememberSimulator() {
  await passedFile.write(await hash())
}

async function hash() {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const file of [...new Bun.Glob(`${folder}**/*`).scanSync({ cwd: root })].sort().concat('bun.lock')) {
    hasher.update(`${file}\n`).update(await Bun.file(`${root}/${file}`).bytes())
  }
  return hasher.digest('hex')
}
