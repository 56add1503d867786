import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { SERVER_JID } from './jids'

type Attributes = Record<string, string | number | undefined>

/** Builds a node, leaving undefined attributes out. */
export function node(tag: string, attributes: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const attrs: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) attrs[name] = String(value)
  }
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

export function child(parent: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return getBinaryNodeChild(parent, tag)
}

export function childrenOf(parent: BinaryNode | undefined, tag: string): BinaryNode[] {
  return getBinaryNodeChildren(parent, tag)
}

export function allChildren(parent: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(parent?.content) ? parent.content : []
}

export function bytesOf(parent: BinaryNode | undefined): Buffer | undefined {
  const content = parent?.content
  if (content instanceof Uint8Array) return Buffer.from(content)
  return typeof content === 'string' ? Buffer.from(content) : undefined
}

export function childBytes(parent: BinaryNode | undefined, tag: string): Buffer | undefined {
  return bytesOf(child(parent, tag))
}

export function childText(parent: BinaryNode | undefined, tag: string): string | undefined {
  return childBytes(parent, tag)?.toString('utf8')
}

export function requiredBytes(parent: BinaryNode | undefined, tag: string): Buffer {
  const bytes = childBytes(parent, tag)
  if (!bytes) throw new Error(`Missing <${tag}> in <${parent?.tag}>`)
  return bytes
}

export function iqResult(request: BinaryNode, content?: BinaryNode[]): BinaryNode {
  const from = request.attrs.to ?? SERVER_JID
  return node('iq', { from, type: 'result', id: request.attrs.id }, content)
}

export function iqError(request: BinaryNode, code: number, text: string): BinaryNode {
  const from = request.attrs.to ?? SERVER_JID
  return node('iq', { from, type: 'error', id: request.attrs.id }, [node('error', { code, text })])
}

export function unixSeconds(milliseconds = Date.now()): number {
  return Math.floor(milliseconds / 1000)
}
