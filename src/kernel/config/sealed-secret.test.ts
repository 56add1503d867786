import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHostKey } from './host-key'
import { changeSecret, readSecret } from './sealed-secret'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newHost() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-key-'))
  folders.push(folder)
  return openHostKey(folder)
}

test('a secret is encrypted, kept when empty or omitted, replaced, and removed by null', () => {
  const host = newHost()
  const stored = changeSecret(host, '', 'sk-1234567890')
  expect(stored).not.toContain('1234567890')
  expect(Buffer.from(stored, 'base64').toString('latin1')).not.toContain('1234567890')
  expect(readSecret(host, stored)).toEqual({ state: 'set', text: 'sk-1234567890' })
  expect([changeSecret(host, stored, ''), changeSecret(host, stored, undefined)]).toEqual([stored, stored])
  expect(readSecret(host, changeSecret(host, stored, 'sk-2'))).toEqual({ state: 'set', text: 'sk-2' })
  expect(readSecret(host, changeSecret(host, stored, null))).toEqual({ state: 'none' })
})

test('a secret encrypted by another host or altered must be entered again', () => {
  const stored = changeSecret(newHost(), '', 'sk-1234567890')
  const host = newHost()
  const altered = changeSecret(host, '', 'sk-1234567890').replace(/^..../, 'AAAA')
  for (const unreadable of [stored, altered, 'sk-1234567890', 'AAAA', '!']) {
    expect(readSecret(host, unreadable)).toEqual({ state: 'unreadable' })
  }
  expect(readSecret(host, changeSecret(host, stored, 'sk-2'))).toEqual({ state: 'set', text: 'sk-2' })
})

test('a given key is kept in the folder, and another one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-key-'))
  folders.push(folder)
  const [one, other] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
  const sealed = openHostKey(folder, one).seal('sk-1')
  expect(openHostKey(folder).unseal(sealed)).toBe('sk-1')
  expect(() => openHostKey(folder, other)).toThrow('another key than HOST_KEY')
})
