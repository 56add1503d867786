import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import * as v from 'valibot'
import type { SettingView } from '../../src/setting/setting.calls'
import {
  isSettingKey,
  missingSettingTexts,
  settingDefaults,
  settingDependences,
  type SettingKey,
  settingKeys,
  type Settings,
  settingValueSchema,
} from '../../src/setting/setting.contract'

/** One setting on the screen. */
export interface SettingCell {
  readonly key: SettingKey
  /** As the server has it. */
  readonly stored: Signal<string>
  /** What was chosen or written here and is not stored yet. */
  readonly draft: Signal<string | undefined>
  readonly progress: Signal<'saving' | 'saved' | undefined>
  /** A key of the error texts, or what was thrown. */
  readonly fault: Signal<unknown>
  readonly shown: ReadonlySignal<string>
  readonly dirty: ReadonlySignal<boolean>
  /** A colleague stored something else while this was being written. */
  readonly overtaken: ReadonlySignal<boolean>
  /** What was stored when the writing began. */
  base: string
}

export type SettingCells = ReturnType<typeof createSettingCells>

/** The settings as they are stored and as they are shown, and which text a switch cannot stand without. */
export function createSettingCells(settings: readonly SettingView[]) {
  const stored = Object.fromEntries(settings.map(({ key, value }) => [key, value]))
  const first = { ...settingDefaults, ...stored } as Settings
  const created = settingKeys.map((key) => [key, createCell(key, first[key])])
  const cells = Object.fromEntries(created) as Record<SettingKey, SettingCell>
  const all = Object.values(cells)

  return {
    cells,
    dirty: computed(() => all.some((cell) => isUnsaved(cell))),
    saving: computed(() => all.some((cell) => cell.progress.value === 'saving')),
    /** Takes over what the server says is stored. */
    take(changed: readonly SettingView[], isNewest: (key: SettingKey) => boolean = () => true) {
      batch(() => {
        for (const { key, value } of changed) {
          if (isSettingKey(key) && isNewest(key)) cells[key].stored.value = value
        }
      })
    },
    /** The text that would be missing if the setting stood on that value. */
    lackingText(key: SettingKey, value: string): SettingKey | undefined {
      const now = Object.fromEntries(all.map((one) => [one.key, one.stored.peek()])) as Settings
      const text = neededBy(key)
      return text && text in missingSettingTexts({ ...now, [key]: value }) ? text : undefined
    },
    /** Switches that are turned here and not stored, since they need this text. */
    waitingFor: (key: SettingKey) =>
      settingDependences.flatMap((one) => (one.needs === key && isUnsaved(cells[one.key]) ? [cells[one.key]] : [])),
    faultOfText(key: SettingKey): string | null {
      const result = v.safeParse(settingValueSchema(key), cells[key].shown.peek())
      if (!result.success) return result.issues[0].message
      const isNeeded = settingDependences.some((one) => one.needs === key && cells[one.key].shown.peek() === one.value)
      return isNeeded && result.output === '' ? 'required' : null
    },
  }
}

/** The text without which a setting cannot stand on one of its values. */
export const neededBy = (key: SettingKey) => settingDependences.find((one) => one.key === key)?.needs

const isUnsaved = ({ dirty, progress }: SettingCell) => dirty.value && progress.value !== 'saving'

function createCell(key: SettingKey, value: string): SettingCell {
  const stored = signal(value)
  const draft = signal<string | undefined>(undefined)
  const progress = signal<'saving' | 'saved' | undefined>(undefined)
  const shown = computed(() => draft.value ?? stored.value)
  const dirty = computed(() => shown.value !== stored.value)
  const cell = { key, stored, draft, progress, fault: signal<unknown>(null), shown, dirty, base: value }
  const overtaken = computed(() => dirty.value && progress.value !== 'saving' && stored.value !== cell.base)
  return Object.assign(cell, { overtaken })
}
