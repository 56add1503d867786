import { afterEach, expect, test } from 'bun:test'
import { keepFiles } from './keep-files'
import type { OfflineFile, OfflineMessage, OfflineStore } from './offline-store'

const realFetch = globalThis.fetch
const asked: string[] = []
afterEach(() => {
  globalThis.fetch = realFetch
  asked.length = 0
})

const megabyte = 1024 * 1024

/** A browser's store in memory, and a server whose files have these sizes. */
function openStore(sizes: Record<string, number> = {}) {
  const files = new Map<string, OfflineFile>()
  const serve = async (url: string) => {
    asked.push(url)
    const size = sizes[url] ?? megabyte
    return new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } })
  }
  globalThis.fetch = serve as typeof fetch
  const store = {
    files: async () => [...files.values()],
    putFile: async (file: OfflineFile) => void files.set(file.url, file),
    deleteFile: async (url: string) => void files.delete(url),
  }
  // Of the store, only its files are used.
  return { store: store as unknown as OfflineStore, urls: () => [...files.keys()].toSorted() }
}

let id = 0
const message = (url: string, minute: number): OfflineMessage => ({
  id: ++id,
  text: '',
  author: '',
  fromMe: false,
  isPrivate: false,
  at: new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString(),
  media: { url, type: 'image', name: 'foto.png' },
})
const named = (number: number) => `/media/${String(number).padStart(2, '0')}.png`
const upTo = (count: number) => Array.from({ length: count }, (_, index) => message(named(index), index))

test('past 50 MB the oldest files go, and that of a newly opened conversation is kept', async () => {
  const { store, urls } = openStore()
  const before = upTo(50)
  await keepFiles(store, before)
  expect(urls()).toEqual(before.map((_, index) => named(index)))
  asked.length = 0
  await keepFiles(store, [...before, message('/media/new.png', 55), message('/media/newer.png', 56)])
  expect(asked).toEqual(['/media/newer.png', '/media/new.png'])
  expect(urls()).toEqual([...before.slice(2).map((_, index) => named(index + 2)), '/media/new.png', '/media/newer.png'])
})

test('files of conversations that are no longer kept go, and make room for older ones', async () => {
  const { store, urls } = openStore()
  const [first, ...others] = upTo(51)
  if (!first) throw new Error('There are messages')
  await keepFiles(store, [first, ...others])
  expect(urls()).not.toContain(named(0))
  // What finds no room is not loaded again each time.
  asked.length = 0
  await keepFiles(store, [first, ...others])
  expect(asked).toEqual([])
  await keepFiles(store, [first, ...others.slice(1)])
  expect(urls()).toEqual([named(0), ...others.slice(1).map((_, index) => named(index + 2))])
})

test('what is larger than 1 MB is not kept, nor what the server refuses', async () => {
  const { store, urls } = openStore({ '/media/large.mp4': megabyte + 1 })
  await keepFiles(store, [message('/media/large.mp4', 1), message('/media/small.png', 2)])
  expect(urls()).toEqual(['/media/small.png'])
})
