/** Page function that returns the content of all databases and storage of the origin as text. */
export const readBrowserStorage = `(async () => {
  const found = Object.keys(localStorage).map((name) => name + localStorage[name])
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done) => (indexedDB.open(name).onsuccess = ({ target }) => done(target.result)))
    for (const store of db.objectStoreNames)
      found.push(await new Promise((done) => (db.transaction(store).objectStore(store).getAll().onsuccess =
        ({ target }) => done(JSON.stringify(target.result)))))
    db.close()
  }
  return found.join()
})()`
