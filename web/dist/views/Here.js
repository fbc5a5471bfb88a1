<<<<<<< HEAD
import{Qt as e,Rt as t,Xt as n,Yt as r,cn as i,pn as a,zt as o}from"./start.js";var s=e(`<span> </span>`);function c(e,c){var l=s(),u=a(l,!0);i(()=>{t(l,1,o(c.here),`s147t`),r(u,c.here)}),n(e,l)}export{c as t};
=======
import{$t as e,At as t,Bt as n,Ut as r,Vt as i,in as a,kt as o}from"../arena.js";var s=r(`<span> </span>`);function c(r,c){var l=s(),u=a(l,!0);e(()=>{o(l,1,t(c.here),`s147t`),n(u,c.here)}),i(r,l)}export{c as t};
>>>>>>> 1d675882 (web: the first board's script keeps its name)
