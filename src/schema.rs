use crate::payload::Payload;
pub struct Schema<P>(P);
pub fn normalise<P: Payload>(given: Option<&P>) -> Result<P, String> {
    Ok(given.cloned().unwrap_or_else(P::object))
}
impl<P: Payload> Schema<P> {
    pub fn compile(s: &P) -> Result<Self, String> {
        Ok(Schema(s.clone()))
    }
    pub fn validate(&self, _v: &P) -> Result<(), String> {
        Ok(())
    }
}
pub fn equal<P: Payload>(a: &P, b: &P) -> bool {
    a.shape() == b.shape()
}
