const rememberedMax = 20

/** Returns false when another tab of this browser has announced it. `key`: the kind of item. */
export function claimNotification(key: string, id: number) {
  const known = (localStorage.getItem(key) ?? '').split(',').filter((one) => one !== '')
  if (known.includes(String(id))) return false
  localStorage.setItem(key, [...known, id].slice(-rememberedMax).join())
  return true
}
