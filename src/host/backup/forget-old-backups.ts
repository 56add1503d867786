import { dayMs } from '../../kernel/time/durations.contract'
import { backupPath, listBackups, listBases, listSegments } from './repository'
import type { Sink } from './sink'

/** Any moment of these days can be restored. */
const momentDays = 7
const weeks = 4
const months = 12

/**
 * Keeps seven days of writes with the copies that they need, and beyond that the last copy of each of four weeks and of
 * twelve months.
 */
export async function forgetOldBackups(sink: Sink, names: readonly string[], nowMs: number) {
  const cut = nowMs - momentDays * dayMs
  for (const name of names) {
    const bases = await listBases(sink, name)
    const kept = keptOf(bases, cut, nowMs)
    for (const base of bases) {
      if (kept.has(base.atMs)) continue
      await sink.remove(`${base.path}.json`)
      await sink.remove(base.path)
    }
    await forgetSegments(sink, name, bases.findLast(({ atMs }) => atMs <= cut)?.atMs)
  }
  for (const atMs of await listBackups(sink)) if (atMs < cut) await sink.remove(backupPath(atMs))
}

function keptOf(bases: readonly { atMs: number }[], cut: number, nowMs: number) {
  // The writes since the cut lead on from the last copy before it.
  const first = bases.findLast(({ atMs }) => atMs <= cut)
  const kept = new Set(bases.filter(({ atMs }) => atMs > cut || atMs === first?.atMs).map(({ atMs }) => atMs))
  for (const [period, count] of [[weekOf, weeks] as const, [monthOf, months] as const]) {
    const newest = new Map(bases.map(({ atMs }) => [period(atMs), atMs]))
    const periods = [...newest.keys()].sort().slice(-count)
    for (const one of periods) kept.add(newest.get(one) ?? nowMs)
  }
  return kept
}

async function forgetSegments(sink: Sink, name: string, neededSince: number | undefined) {
  if (neededSince === undefined) return
  const segments = await listSegments(sink, name)
  for (const [index, { path }] of segments.entries()) {
    const next = segments[index + 1]
    if (next && next.beganAtMs <= neededSince) await sink.remove(path)
  }
}

/** Days since 1970-01-05, a Monday, in weeks; sortable as text. */
const weekOf = (atMs: number) => String(Math.floor((atMs / dayMs - 4) / 7)).padStart(6, '0')
const monthOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 7)
