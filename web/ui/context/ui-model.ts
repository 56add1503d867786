import { signal, type ReadonlySignal } from '@preact/signals-react'
import { createToasts, type ToastModel } from '../toast/toast-model'

interface ConfirmQuestion {
  title: string
  text?: string
  action?: string
  cancel?: string
  danger?: boolean
  /** The text that must be typed to confirm. */
  typed?: string
}

export interface OpenQuestion extends ConfirmQuestion {
  answer: (yes: boolean) => void
}

interface ModalStack {
  readonly top: ReadonlySignal<HTMLElement | undefined>
  add(element: HTMLElement): void
  remove(element: HTMLElement): void
}

/** Called before a screen is left; false keeps it. */
type LeaveQuestion = () => boolean | Promise<boolean>

export type GuardNavigation = (question: LeaveQuestion) => () => void

export interface UiModel {
  toast: ToastModel
  confirm(question: ConfirmQuestion): Promise<boolean>
  readonly question: ReadonlySignal<OpenQuestion | null>
  modals: ModalStack
  guardNavigation: GuardNavigation
}

/** What the shared components remember for one app instance: never at module level, requests would share it. */
export function createUi(
  guardNavigation: GuardNavigation = () => () => {},
  toastMs?: () => number | undefined,
): UiModel {
  const question = signal<OpenQuestion | null>(null)
  return {
    toast: createToasts(toastMs),
    question,
    confirm(requested) {
      question.peek()?.answer(false)
      return new Promise((resolve) => {
        question.value = {
          ...requested,
          answer(yes) {
            question.value = null
            resolve(yes)
          },
        }
      })
    },
    modals: createModalStack(),
    guardNavigation,
  }
}

function createModalStack(): ModalStack {
  const stack: HTMLElement[] = []
  const top = signal<HTMLElement | undefined>(undefined)
  return {
    top,
    add(element) {
      stack.push(element)
      top.value = element
    },
    remove(element) {
      stack.splice(stack.indexOf(element), 1)
      top.value = stack.at(-1)
    },
  }
}
