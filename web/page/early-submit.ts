declare global {
  interface Window {
    earlySubmit?: HTMLFormElement
  }
}

/** In the head: until hydration, the browser would send a form to an address that answers calls only. */
export const holdEarlySubmit =
  `addEventListener('submit',e=>{if(!('hydrated' in document.documentElement.dataset))` +
  `{e.preventDefault();window.earlySubmit=e.target}},true)`

/** Submits the form that was held, once its handlers are there. */
export function replayEarlySubmit() {
  const form = window.earlySubmit
  delete window.earlySubmit
  if (form?.isConnected) form.requestSubmit()
}
