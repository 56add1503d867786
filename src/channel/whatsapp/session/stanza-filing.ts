import {
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChildren,
  jidNormalizedUser,
  type proto,
} from '@whiskeysockets/baileys'
import { createLeastRecentlyUsed } from '../least-recently-used'
import { resentMessages } from '../receive/normalise'
import { encodePayload, type FiledKey, type MissingNote } from '../receive/payload'
import type { Decrypted, Filing } from '../signal/file-with-ratchet'
import type { ReadAhead } from '../signal/read-ahead'
import type { LidMapping } from '../signal/signal-records'

/** Baileys' later reports of them are ignored. */
const rememberedMax = 1000

export type StanzaFiling = ReturnType<typeof createStanzaFiling>

interface Me {
  id: string
  lid?: string
}

export function createStanzaFiling(
  me: () => Me | undefined,
  ignores: (jid: string) => boolean,
  wasDecrypted: (ciphertext: Uint8Array) => Promise<boolean>,
  noteMissing: (missing: MissingNote) => void,
  readAhead: ReadAhead,
) {
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const filed = createLeastRecentlyUsed<true>(rememberedMax)
  const waiting = new Map<string, number>()

  return {
    see(node: BinaryNode, nowMs: number) {
      if (node.tag !== 'message' || ignores(node.attrs['from'] ?? '')) return
      const parts = getBinaryNodeChildren(node, 'enc')
      for (const { content } of parts) if (content instanceof Uint8Array) stanzas.set(content, node)
      const { id } = node.attrs
      if (parts.length === 0 || !id) return
      if (waiting.size > 0) readAhead.add(id, node)
      waiting.set(id, nowMs)
    },
    attempted(ciphertext: Uint8Array) {
      const id = stanzas.get(ciphertext)?.attrs['id']
      if (!id) return
      waiting.delete(id)
      readAhead.attempted(id)
    },
    waitingSinceMs: () => waiting.values().next().value,
    async isKnown(ciphertext: Uint8Array) {
      const id = stanzas.get(ciphertext)?.attrs['id']
      if (!id || !(await wasDecrypted(ciphertext))) return false
      filed.set(id, true)
      return true
    },
    wasFiled: (key: { id?: string | null }) => filed.has(key.id ?? ''),
    async filingOf(ciphertext: Uint8Array, message: Decrypted, lidMapping: LidMapping): Promise<Filing | undefined> {
      const node = stanzas.get(ciphertext)
      const self = me()
      if (!node || !self) return undefined
      const id = node.attrs['id'] ?? ''
      if (isPeer(node)) return peerFiling(node, message, self, filed.set)
      const key = await completeKey(keyOf(node, self), lidMapping)
      if (!isSomething(message.content)) return undefined
      filed.set(id, true)
      const facts = { key, at: Number(node.attrs['t'] ?? 0), name: node.attrs['notify'] }
      return { payload: encodePayload({ t: 'message', ...facts, body: base64(message.bytes) }), ids: [id] }
    },
    async unreadable(ciphertext: Uint8Array, error: unknown, lidMapping: LidMapping) {
      const node = stanzas.get(ciphertext)
      const self = me()
      if (!node || !self || isPeer(node)) return
      const key = await completeKey(keyOf(node, self), lidMapping)
      filed.set(key.id, true)
      const facts = { key, at: Number(node.attrs['t'] ?? 0), name: node.attrs['notify'] }
      const note = error instanceof Error ? error.message : String(error)
      noteMissing({
        ...(isChangeOfMessage(node) ? {} : { payload: encodePayload({ t: 'undecryptable', ...facts, note }) }),
        request: { key, stanza: { ...node.attrs } },
      })
    },
  }
}

const isPeer = ({ attrs }: BinaryNode) => attrs['category'] === 'peer'

function isChangeOfMessage(node: BinaryNode) {
  const isHidden = getBinaryNodeChildren(node, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide')
  return isHidden || node.attrs['type'] === 'reaction' || Boolean(node.attrs['edit'])
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function isSomething(message: proto.IMessage) {
  const { senderKeyDistributionMessage, messageContextInfo, ...rest } = message
  return Object.values(rest).some((part) => part !== null && part !== undefined)
}

function peerFiling(
  node: BinaryNode,
  message: Decrypted,
  self: Me,
  remember: (id: string, filed: true) => void,
): Filing | undefined {
  const { content, bytes } = message
  const protocol = (content.deviceSentMessage?.message ?? content).protocolMessage
  const ids = protocol ? resentMessages(protocol).map(({ key }) => key.id) : []
  if (ids.length === 0 && !protocol?.historySyncNotification) return undefined
  for (const id of ids) remember(id, true)
  const facts = { key: keyOf(node, self), at: Number(node.attrs['t'] ?? 0) }
  return { payload: encodePayload({ t: 'message', ...facts, body: base64(bytes) }), ids }
}

function keyOf(node: BinaryNode, self: Me): FiledKey {
  const { key } = decodeMessageNode(node, self.id, self.lid ?? '').fullMessage
  const remoteJid = plain(key.remoteJid) ?? ''
  const fromMe = key.fromMe ?? false
  const participant = plain(key.participant)
  const direct = !remoteJid.endsWith('@g.us')
  // For messages sent from our other devices, "sender" is us. The other side's second address has separate attributes.
  const remoteJidAlt = direct ? plain(fromMe ? recipientAlt(node, remoteJid) : key.remoteJidAlt) : undefined
  const participantAlt = plain(direct ? undefined : key.participantAlt)
  return {
    remoteJid,
    id: key.id ?? '',
    fromMe,
    ...(remoteJidAlt ? { remoteJidAlt } : {}),
    ...(participant ? { participant } : {}),
    ...(participantAlt ? { participantAlt } : {}),
  }
}

function recipientAlt({ attrs }: BinaryNode, remoteJid: string) {
  return remoteJid.endsWith('@lid')
    ? (attrs['peer_recipient_pn'] ?? attrs['recipient_pn'])
    : (attrs['peer_recipient_lid'] ?? attrs['recipient_lid'])
}

const plain = (jid: string | null | undefined) => (jid ? jidNormalizedUser(jid) || undefined : undefined)

async function completeKey(key: FiledKey, lidMapping: LidMapping): Promise<FiledKey> {
  const numberOf = async (jid: string) => plain(await lidMapping.getPNForLID(jid))
  if (key.remoteJid.endsWith('@lid') && !key.remoteJidAlt) {
    return { ...key, remoteJidAlt: await numberOf(key.remoteJid) }
  }
  if (key.participant?.endsWith('@lid') && !key.participantAlt) {
    return { ...key, participantAlt: await numberOf(key.participant) }
  }
  return key
}
