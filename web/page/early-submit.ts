declare global {
  interface Window {
    earlySubmit?: HTMLFormElement
  }
}

/**
 * Runs in the document's head. Until the page is hydrated, the browser would send a form by itself, to an address that
 * answers calls only; the form is held instead.
 */
export const holdEarlySubmit =
  `addEventListener('submit',e=>{if(!('hydrated' in document.documentElement.dataset))` +
  `{e.preventDefault();window.earlySubmit=e.target}},true)`

/** Submits the form that was held, once its handlers are there. */
export function replayEarlySubmit() {
  const form = window.earlySubmit
  delete window.earlySubmit
  if (form?.isConnected) form.requestSubmit()
}
