import { Curve, type KeyPair } from '@whiskeysockets/baileys'
import type { World } from './world'

/** The server's static noise keys, the same across restarts. */
export function serverKeys(world: World): KeyPair {
  const stored = world.settings.get('noise-keys')
  if (stored) return stored
  const keys = Curve.generateKeyPair()
  world.settings.set('noise-keys', keys)
  return keys
}
