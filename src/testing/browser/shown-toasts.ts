import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Texts of toasts that no test has waited for yet. */
    shownToasts?: Set<string>
  }
}

/** Keeps the texts of toasts: they are gone after 2 s, which is less than what a loaded machine may take to look. */
export function keepToasts(context: BrowserContext) {
  return context.addInitScript(() => {
    const shown = (window.shownToasts = new Set<string>())
    const addedAt = new Map<string, number>()
    const note = (toast: Element) => {
      const text = toast.querySelector('p')?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      // A toast that moves into or out of a dialog is added again.
      if (performance.now() - (addedAt.get(text) ?? Number.NEGATIVE_INFINITY) > 2000) shown.add(text)
      addedAt.set(text, performance.now())
    }
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        if (node.matches('.toast')) note(node)
        else for (const toast of node.querySelectorAll('.toast')) note(toast)
      }
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** Waits for a message with that text: one that is shown, in a dialog as well, or a toast that has disappeared. */
export async function toast(page: Page, text: string) {
  await page.waitForFunction(
    (wanted) => {
      if (window.shownToasts?.delete(wanted)) return true
      return [...document.querySelectorAll('body *')].some((element) => {
        return element.textContent?.replace(/\s+/g, ' ').trim() === wanted && element.checkVisibility()
      })
    },
    text,
    { polling: 100 },
  )
}
