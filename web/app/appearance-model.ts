import { signal, type ReadonlySignal } from '@preact/signals-react'
import { rememberChoice } from '../session/remembered-choice'

export type DialogName = 'palette' | 'shortcuts' | 'profile' | 'security' | 'pause' | 'announcement' | 'notices'

interface Spoken {
  id: number
  text: string
}

export interface AppearanceModel {
  readonly menuOpen: ReadonlySignal<boolean>
  /** On a phone the menu is a sheet, closed at first. */
  readonly sheetOpen: ReadonlySignal<boolean>
  readonly dialog: ReadonlySignal<DialogName | undefined>
  readonly dialogField: ReadonlySignal<string | undefined>
  /** Volume of the notification sound, 0 to 1. */
  readonly volume: ReadonlySignal<number>
  readonly spoken: ReadonlySignal<readonly Spoken[]>
  /** Announces a text to screen readers without moving the focus. */
  say(text: string): void
  /** With space for the rail only, the whole menu opens as a sheet. */
  toggleMenu(): void
  showSheet(open: boolean): void
  showDialog(name: DialogName | undefined, field?: string): void
  setVolume(volume: number): void
  /** Restores the stored settings. Call it after hydration, because the server does not know them. */
  restore(): void
}

/** Keep in sync with the width in frame.css. */
export const railOnlyQuery = '(max-width: 1199px)'

/** Older announcements are removed, because they have been read out. */
const spokenMax = 5

const volumeKey = 'volume'
export const volumeStep = 0.1

export function createAppearance(menuStartsOpen: boolean): AppearanceModel {
  const menuOpen = signal(menuStartsOpen)
  const sheetOpen = signal(false)
  const dialog = signal<DialogName | undefined>(undefined)
  const dialogField = signal<string | undefined>(undefined)
  const volume = signal(1)
  const spoken = signal<readonly Spoken[]>([])
  let said = 0
  return {
    menuOpen,
    sheetOpen,
    dialog,
    dialogField,
    volume,
    spoken,
    say: (text) => void (spoken.value = [...spoken.peek(), { id: ++said, text }].slice(-spokenMax)),
    toggleMenu() {
      if (matchMedia(railOnlyQuery).matches) return void (sheetOpen.value = !sheetOpen.peek())
      menuOpen.value = !menuOpen.peek()
      rememberChoice('menu', menuOpen.peek() ? 'open' : 'closed')
    },
    showSheet: (open) => void (sheetOpen.value = open),
    showDialog(name, field) {
      dialogField.value = field
      dialog.value = name
    },
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
