import { signal, type ReadonlySignal } from '@preact/signals-react'
import { rememberChoice } from '../session/remembered-choice'

export type DialogName = 'palette' | 'shortcuts' | 'profile' | 'announcement'

/** What this browser remembers of how the frame looks and sounds. */
export interface AppearanceModel {
  readonly menuOpen: ReadonlySignal<boolean>
  /** On a phone the menu is a sheet, closed until asked for. */
  readonly sheetOpen: ReadonlySignal<boolean>
  /** The dialog of the frame that stands open. */
  readonly dialog: ReadonlySignal<DialogName | undefined>
  /** Of the notification sound, 0 to 1. */
  readonly volume: ReadonlySignal<number>
  /** Where there is only room for the rail, the whole menu opens as a sheet. */
  toggleMenu(): void
  showSheet(open: boolean): void
  showDialog(name: DialogName | undefined): void
  setVolume(volume: number): void
  /** Reads what is remembered; after hydration, since the server cannot know it. */
  restore(): void
}

/** The same width stands in frame.css. */
export const railOnlyQuery = '(max-width: 1199px)'

const volumeKey = 'volume'
export const volumeStep = 0.1

export function createAppearance(menuStartsOpen: boolean): AppearanceModel {
  const menuOpen = signal(menuStartsOpen)
  const sheetOpen = signal(false)
  const dialog = signal<DialogName | undefined>(undefined)
  const volume = signal(1)
  return {
    menuOpen,
    sheetOpen,
    dialog,
    volume,
    toggleMenu() {
      if (matchMedia(railOnlyQuery).matches) return void (sheetOpen.value = !sheetOpen.peek())
      menuOpen.value = !menuOpen.peek()
      rememberChoice('menu', menuOpen.peek() ? 'open' : 'closed')
    },
    showSheet: (open) => void (sheetOpen.value = open),
    showDialog: (name) => void (dialog.value = name),
    setVolume(next) {
      volume.value = Math.round(Math.min(1, Math.max(0, next)) / volumeStep) * volumeStep
      localStorage.setItem(volumeKey, volume.value.toFixed(1))
    },
    restore() {
      const remembered = Number.parseFloat(localStorage.getItem(volumeKey) ?? '1')
      volume.value = remembered >= 0 && remembered <= 1 ? remembered : 1
    },
  }
}
