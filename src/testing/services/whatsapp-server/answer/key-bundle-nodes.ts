import { type BinaryNode, encodeBigEndian } from '@whiskeysockets/baileys'
import { node } from '../nodes'
import type { KeyBundle } from '../signal/signal-crypto'

const KEY_ID_BYTES = 3

/** `identity`, `skey` and `key` of a device, as key queries and retry receipts carry them. */
export function bundleNodes(keys: KeyBundle): BinaryNode[] {
  const { identityKey, signedPreKey, preKey } = keys
  const nodes = [
    node('identity', {}, identityKey),
    node('skey', {}, [
      node('id', {}, encodeBigEndian(signedPreKey.id, KEY_ID_BYTES)),
      node('value', {}, signedPreKey.key),
      node('signature', {}, signedPreKey.signature),
    ]),
  ]
  if (preKey) {
    const id = node('id', {}, encodeBigEndian(preKey.id, KEY_ID_BYTES))
    nodes.push(node('key', {}, [id, node('value', {}, preKey.key)]))
  }
  return nodes
}
