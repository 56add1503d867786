import { aesEncrypWithIV, getMediaKeys, hmacSign, type MediaType, sha256 } from '@whiskeysockets/baileys'
import { createDecipheriv, randomBytes } from 'node:crypto'
import type { World } from '../account/world'

/** Hosts the real servers name in media addresses; clients under test replace them with the server's base address. */
const MEDIA_HOST = 'mmg.whatsapp.net'
const PICTURE_HOST = 'pps.whatsapp.net'
const MAC_BYTES = 10

interface MediaReference {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
  mediaKeyTimestamp: number
}

export function storeBlob(world: World, bytes: Uint8Array, folder = 'v/t62.7118-24'): string {
  const path = `/${folder}/${randomBytes(12).toString('hex')}_n.enc`
  world.media.set(path, { bytes, expired: false })
  return path
}

/** The address of a stored blob, with the query the real servers add. */
export function directPath(path: string): string {
  return `${path}?ccb=11-4&oh=01_loopback&oe=7FFFFFFF&_nc_sid=5e03e0`
}

export function mediaUrl(path: string): string {
  return `https://${MEDIA_HOST}${directPath(path)}`
}

export function pictureUrl(path: string): string {
  return `https://${PICTURE_HOST}${directPath(path)}`
}

export function findBlob(world: World, pathWithQuery: string) {
  return world.media.get(pathWithQuery.split('?')[0] ?? pathWithQuery)
}

/** Encrypts and uploads media as a phone does before it sends a message about it. */
export async function uploadFromPhone(world: World, plaintext: Uint8Array, type: MediaType): Promise<MediaReference> {
  const mediaKey = randomBytes(32)
  const { cipherKey, iv, macKey } = await mediaKeys(mediaKey, type)
  const ciphertext = aesEncrypWithIV(Buffer.from(plaintext), cipherKey, iv)
  const mac = hmacSign(Buffer.concat([iv, ciphertext]), macKey).subarray(0, MAC_BYTES)
  const encrypted = Buffer.concat([ciphertext, mac])
  const path = storeBlob(world, encrypted)
  return {
    url: mediaUrl(path),
    directPath: directPath(path),
    mediaKey,
    fileSha256: sha256(Buffer.from(plaintext)),
    fileEncSha256: sha256(encrypted),
    fileLength: plaintext.byteLength,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  }
}

/** Decrypts stored media after checking its signature, as a phone does when it shows it. */
export async function downloadOnPhone(
  world: World,
  reference: { directPath?: string | null; mediaKey?: Uint8Array | null },
  type: MediaType,
): Promise<Uint8Array> {
  if (!reference.directPath || !reference.mediaKey) throw new Error('The message has no media')
  const blob = findBlob(world, reference.directPath)
  if (!blob) throw new Error(`Nothing was uploaded to ${reference.directPath}`)
  const { cipherKey, iv, macKey } = await mediaKeys(reference.mediaKey, type)
  const bytes = Buffer.from(blob.bytes)
  const ciphertext = bytes.subarray(0, -MAC_BYTES)
  const mac = hmacSign(Buffer.concat([iv, ciphertext]), macKey).subarray(0, MAC_BYTES)
  if (!mac.equals(bytes.subarray(-MAC_BYTES))) throw new Error('The media does not match its signature')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

async function mediaKeys(mediaKey: Uint8Array, type: MediaType) {
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type)
  if (!macKey) throw new Error(`No signing key for media of type ${type}`)
  return { cipherKey: Buffer.from(cipherKey), iv: Buffer.from(iv), macKey: Buffer.from(macKey) }
}
