//! A small ordered map: a sorted `Vec`. Pages have tens of items, and `BTreeMap` would cost the wasm twenty kilobytes.

/// Keys in order; a key stands once.
pub struct Map<K, V>(Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map(Vec::new())
    }
}

impl<K: Ord, V> Map<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: std::borrow::Borrow<Q>,
    {
        // The newest key is mostly the highest one.
        match self.0.last() {
            Some((last, _)) if last.borrow() < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(own, _)| own.borrow().cmp(key)),
        }
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.find(key).ok().and_then(|index| self.0.get(index)).map(|(_, value)| value)
    }

    /// The value of a key, put there first where there is none.
    pub fn entry(&mut self, key: K, default: impl FnOnce() -> V) -> &mut V {
        let index = match self.find(&key) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, (key, default()));
                index
            }
        };
        &mut self.0[index].1
    }

    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(index) => self.0[index].1 = value,
            Err(index) => self.0.insert(index, (key, value)),
        }
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.find(key).ok().map(|index| self.0.remove(index).1)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    pub fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    pub fn into_keys(self) -> Vec<K> {
        let mut keys = Vec::new();
        for (key, _) in self.0 {
            keys.push(key);
        }
        keys
    }
}
