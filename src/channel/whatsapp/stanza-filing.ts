import {
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChildren,
  jidNormalizedUser,
  type proto,
} from '@whiskeysockets/baileys'
import { createLeastRecentlyUsed } from './least-recently-used'
import { resentMessages } from './normalise'
import { encodePayload, type FiledKey } from './payload'
import type { Decrypted } from './file-with-ratchet'
import type { LidMapping } from './signal-repository'

/** How many messages are remembered as filed, so that what Baileys tells of them afterwards is not filed again. */
const rememberedMax = 1000

export type StanzaFiling = ReturnType<typeof createStanzaFiling>

export interface Me {
  id: string
  lid?: string
}

/** Knows for every ciphertext on its way to be decrypted which stanza it came in, and what to file of it. */
export function createStanzaFiling(
  me: () => Me | undefined,
  ignores: (jid: string) => boolean,
  wasDecrypted: (ciphertext: Uint8Array) => boolean,
) {
  const stanzas = new WeakMap<Uint8Array, BinaryNode>()
  const filed = createLeastRecentlyUsed<true>(rememberedMax)
  const waiting = new Map<string, number>()

  return {
    /** To be called with every stanza before Baileys works on it. */
    see(node: BinaryNode, nowMs: number) {
      if (node.tag !== 'message' || ignores(node.attrs['from'] ?? '')) return
      const parts = getBinaryNodeChildren(node, 'enc')
      for (const { content } of parts) if (content instanceof Uint8Array) stanzas.set(content, node)
      if (parts.length > 0 && node.attrs['id']) waiting.set(node.attrs['id'], nowMs)
    },
    attempted(ciphertext: Uint8Array) {
      const id = stanzas.get(ciphertext)?.attrs['id']
      if (id) waiting.delete(id)
    },
    /** Since when the longest waiting message has waited to be decrypted, in ms since 1970. */
    waitingSinceMs: () => waiting.values().next().value,
    isKnown(ciphertext: Uint8Array) {
      const id = stanzas.get(ciphertext)?.attrs['id']
      if (!id || !wasDecrypted(ciphertext)) return false
      filed.set(id, true)
      return true
    },
    wasFiled: (key: { id?: string | null }) => filed.has(key.id ?? ''),
    async payloadOf(ciphertext: Uint8Array, message: Decrypted, lidMapping: LidMapping) {
      const node = stanzas.get(ciphertext)
      const self = me()
      if (!node || !self) return undefined
      const id = node.attrs['id'] ?? ''
      if (node.attrs['category'] === 'peer') return peerPayload(node, message, self, filed.set)
      const key = await completeKey(keyOf(node, self), lidMapping)
      if (!isSomething(message.content)) return undefined
      filed.set(id, true)
      const name = node.attrs['notify']
      return encodePayload({ t: 'message', key, at: Number(node.attrs['t'] ?? 0), name, body: base64(message.bytes) })
    },
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A group's key alone is no message. */
function isSomething(message: proto.IMessage) {
  const { senderKeyDistributionMessage, messageContextInfo, ...rest } = message
  return Object.values(rest).some((part) => part !== null && part !== undefined)
}

/** Of what our phone tells us alone, only the messages it sends again are anybody's business. */
function peerPayload(node: BinaryNode, message: Decrypted, self: Me, remember: (id: string, filed: true) => void) {
  const { content, bytes } = message
  const protocol = (content.deviceSentMessage?.message ?? content).protocolMessage
  const resent = protocol ? resentMessages(protocol) : []
  if (resent.length === 0) return undefined
  for (const { key } of resent) remember(key.id, true)
  return encodePayload({ t: 'message', key: keyOf(node, self), at: Number(node.attrs['t'] ?? 0), body: base64(bytes) })
}

/** The message's key without devices, with the other name of whoever it names. */
export function keyOf(node: BinaryNode, self: Me): FiledKey {
  const { key } = decodeMessageNode(node, self.id, self.lid ?? '').fullMessage
  const remoteJid = plain(key.remoteJid) ?? ''
  const fromMe = key.fromMe ?? false
  const participant = plain(key.participant)
  const direct = !remoteJid.endsWith('@g.us')
  // On what we wrote ourselves elsewhere, "sender" is us: the other side's second name has attributes of its own.
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

/** A LID that came alone gets the number it is known to have, from what is stored; nobody is asked. */
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
